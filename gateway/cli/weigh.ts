import { orderCommands } from './order-commands.ts'
import { runCommand } from './run-command.ts'

// Stores what a line of an order weighs, in grams: npm run weigh -- 10001 2 1480

await runCommand('weigh', orderCommands.weigh, process.argv.slice(2))
