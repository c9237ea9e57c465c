import { runOrderCommand } from './order-commands.ts'

// Sets the status of an order: npm run order-status -- 10001 preparing

await runOrderCommand('order-status', process.argv.slice(2))
