import { runCommand } from './run-command.ts'
import { setSpecial } from './special-command.ts'

// Lists, sets, plans or ends special prices: npm run special -- LL-0203 7.50 2026-12-01 2026-12-06

await runCommand('special', setSpecial, process.argv.slice(2))
