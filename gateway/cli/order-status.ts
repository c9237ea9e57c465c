import { orderCommands } from './order-commands.ts'
import { runCommand } from './run-command.ts'

// Sets the status of an order: npm run order-status -- 10001 preparing

await runCommand('order-status', orderCommands['order-status'], process.argv.slice(2))
