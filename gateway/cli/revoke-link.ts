import { orderCommands } from './order-commands.ts'
import { runCommand } from './run-command.ts'

// Revokes the mailed links to an order's page: npm run revoke-link -- 10001

await runCommand('revoke-link', orderCommands['revoke-link'], process.argv.slice(2))
