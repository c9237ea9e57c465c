import { orderCommands } from './order-commands.ts'
import { runCommand } from './run-command.ts'

// Lists open orders, or those of a status: npm run orders -- received

await runCommand('orders', orderCommands.orders, process.argv.slice(2))
