import { replaceData } from './archive.ts'
import { serveCommands } from './command-socket.ts'
import { setMultiBuy } from './multi-buy-command.ts'
import { orderCommands } from './order-commands.ts'
import { setSpecial } from './special-command.ts'
import { slotsCommand } from './slots-command.ts'
import { staffCommand } from './staff-command.ts'
import { serve, type RunningShop, type ServeOptions } from './serve.ts'

/** Serves the shop and, with a data folder, the commands of its operator. */
export async function runShop(serving: ServeOptions): Promise<RunningShop> {
  let shop = await serve(serving)
  if (serving.databaseUrl !== null) return shop
  const { dataDir } = serving
  const stopCommands = await serveCommands(dataDir, {
    orders: args => orderCommands.orders(shop.database, args),
    'order-status': async args => {
      const answer = await orderCommands['order-status'](shop.database, args)
      shop.reportEvent('order.status-changed', { orderNumber: args[0]!, status: args[1]! })
      return answer
    },
    staff: args => staffCommand(shop.database, args),
    'revoke-link': args => orderCommands['revoke-link'](shop.database, args),
    weigh: args => orderCommands.weigh(shop.database, args),
    'multi-buy': args => setMultiBuy(shop.database, args),
    special: args => setSpecial(shop.database, args),
    slots: args => slotsCommand(shop.database, args),
    'copy-database': async ([to]) => {
      await shop.copyDatabase(to!)
      return ''
    },
    /** Answers requests in flight, then starts again with the other files. */
    'replace-data': async ([folder]) => {
      await shop.close()
      const earlier = replaceData(dataDir, folder!)
      shop = await serve(serving)
      return earlier
    },
  }).catch((error: Error) => {
    process.emitWarning(`Commands for the running shop do not work: ${error.message}`)
    return () => {}
  })
  return {
    ...shop,
    close: async () => {
      stopCommands()
      await shop.close()
    },
  }
}
