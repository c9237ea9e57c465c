export { InformationScreen as Screen } from './InformationScreen.tsx'
