export { BrandsScreen as Screen } from '../catalogue/BrandsScreen.tsx'
