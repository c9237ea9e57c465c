import { setMultiBuy } from './multi-buy-command.ts'
import { runInShop } from './run-in-shop.ts'

// Lists, sets or ends multi-buys: npm run multi-buy -- LL-0203 2 7.50 2026-12-24

await runInShop('multi-buy', process.argv.slice(2), setMultiBuy)
