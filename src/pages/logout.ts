export { LogoutScreen as Screen } from '../login/LogoutScreen.tsx'
