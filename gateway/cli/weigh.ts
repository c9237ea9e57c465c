import { runOrderCommand } from './order-commands.ts'

// Stores what a line of an order weighs, in grams: npm run weigh -- 10001 2 1480

await runOrderCommand('weigh', process.argv.slice(2))
