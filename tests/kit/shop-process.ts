import { serveTestShop, type TestShop } from './shop-server.ts'

/** Runs in a child process: serves one shop, reports its URL to the parent, and ends when the parent disconnects. */
const { url, close } = await serveTestShop(JSON.parse(process.argv[2]!) as TestShop)
process.on('disconnect', () => void close().finally(() => process.exit(0)))
process.send!({ url })
