export { BrandsScreen as Screen } from './BrandsScreen.tsx'
