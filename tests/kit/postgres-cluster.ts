import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** PostgreSQL refuses to run as root: it runs as its own user then. */
function runner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A database server of our own in a folder of its own, reached by a socket in that folder and by nothing else. */
export interface Cluster {
  databaseUrl: string
  restart: () => Promise<void>
  /** @param keep - called with the folder of its files before they are deleted */
  stop: (keep?: (data: string) => void) => Promise<void>
}

/**
 * @param programs - the folder of PostgreSQL's programs
 * @param fill - fills the folder of its files; omit for those of a new server
 */
export async function startCluster(programs: string, fill?: (data: string) => void): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-pg-'))
  const who = runner()
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid!)
  const data = join(folder, 'data')
  if (fill) {
    mkdirSync(data)
    fill(data)
  } else {
    const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    const made = spawnSync(join(programs, 'initdb'), options, { ...who, cwd: folder, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  }
  const settings = ['-h', '', '-k', folder, '-c', 'fsync=off', '-c', 'max_connections=120']
  const start = async () => {
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], { ...who, cwd: folder })
    await isReady(server)
    return server
  }
  let server = await start()
  return {
    databaseUrl: `postgres://postgres@/postgres?host=${folder}`,
    async restart() {
      await stopServer(server)
      server = await start()
    },
    async stop(keep) {
      await stopServer(server)
      keep?.(data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isReady(server: ChildProcess): Promise<void> {
  for await (const line of createInterface({ input: server.stderr! })) {
    if (line.includes('ready to accept connections')) break
  }
  server.stderr!.resume()
}

/** Stops the server as an operator does: its connections are cut. */
async function stopServer(server: ChildProcess): Promise<void> {
  const ended = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}
