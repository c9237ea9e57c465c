export { InformationScreen as Screen } from '../information/InformationScreen.tsx'
