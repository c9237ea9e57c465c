import { runCommand } from './run-command.ts'
import { slotsCommand } from './slots-command.ts'

// Lists or changes the delivery and pick-up slots: npm run slots -- set home-delivery sat,sun 09:00 11:00 6 14

await runCommand('slots', slotsCommand, process.argv.slice(2))
