import '../styles/index.css'
import { startShop } from './start-shop.tsx'

await startShop()
