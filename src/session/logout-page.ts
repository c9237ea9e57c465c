export { LogoutScreen as Screen } from './LogoutScreen.tsx'
