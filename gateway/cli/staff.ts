import { runCommand } from './run-command.ts'
import { staffCommand } from './staff-command.ts'

// Adds, lists, removes and resets the accounts of the office: npm run staff -- add mei@example.com --name "Mei Chen" --role owner

await runCommand('staff', staffCommand, process.argv.slice(2))
