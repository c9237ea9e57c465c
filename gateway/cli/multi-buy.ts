import { setMultiBuy } from './multi-buy-command.ts'
import { runCommand } from './run-command.ts'

// Lists, sets or ends multi-buys: npm run multi-buy -- LL-0203 2 7.50 2026-12-24

await runCommand('multi-buy', setMultiBuy, process.argv.slice(2))
