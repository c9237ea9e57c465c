import '../styles/index.css'
import { startShop } from './start-shop.ts'

await startShop()
