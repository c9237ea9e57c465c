import { rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage } from 'node:http'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'

/** The operator's commands that a running shop carries out, by name. Each takes arguments and returns lines to print. */
export type ShopCommands = Record<string, (args: string[]) => Promise<string>>

/** The shorter of the relative and the absolute path: the operating system allows about 100 bytes for a socket. */
function socketPath(dataDir: string): string {
  const path = join(dataDir, 'socket')
  const near = relative(process.cwd(), path)
  return near !== '' && near.length < path.length ? near : path
}

/**
 * Accepts commands on a Unix socket in the data folder, which only the folder's owner can open. The caller holds the
 * folder's lock, so a socket that is there already is left over.
 *
 * @returns stops
 */
export async function serveCommands(dataDir: string, commands: ShopCommands): Promise<() => void> {
  const path = socketPath(dataDir)
  rmSync(path, { force: true })
  const server = createServer((request, response) => {
    const answer = (status: number, output: string) => response.writeHead(status).end(output)
    runCommand(commands, request).then(
      output => answer(200, output),
      (error: unknown) => answer(400, error instanceof Error ? error.message : String(error)),
    )
  })
  server.requestTimeout = 0 // A backup of a large shop takes its time.
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  server.unref()
  return () => void server.close()
}

async function runCommand(commands: ShopCommands, request: IncomingMessage): Promise<string> {
  const { name, args } = JSON.parse(await text(request)) as { name: string; args: string[] }
  if (!Object.hasOwn(commands, name)) throw new Error(`The running shop is of another version: it has no '${name}'.`)
  return commands[name]!(args)
}

/**
 * Has the shop that uses a data folder carry out a command.
 *
 * @returns its output; null if no shop runs on the folder
 * @throws Error if the command fails
 */
export async function askRunningShop(dataDir: string, name: string, ...args: string[]): Promise<string | null> {
  const { status, answer } = await new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const outgoing = request({ socketPath: socketPath(dataDir), method: 'POST' }, response => {
      text(response).then(answer => resolve({ status: response.statusCode ?? 0, answer }), reject)
    })
    outgoing.once('error', reject)
    outgoing.end(JSON.stringify({ name, args }))
  }).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '')) return { status: 404, answer: '' }
    throw error
  })
  if (status === 404) return null
  if (status !== 200) throw new Error(answer)
  return answer
}
