import { runOrderCommand } from './order-commands.ts'

// Lists open orders, or those of a status: npm run orders -- received

await runOrderCommand('orders', process.argv.slice(2))
