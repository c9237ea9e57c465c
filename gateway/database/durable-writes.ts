import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

/**
 * Start parameters of a database in a folder. Commits wait for the disk: Emscripten implements fsync, but drops
 * fdatasync. The buffers are 16 MB, not 128: every byte of them is resident, and the operating system caches the files.
 */
export const folderStartParams = [
  ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
]

/** The parts of Emscripten's Node file system used here; they are not in its published types. */
interface NodeFileSystem {
  realPath: (node: unknown) => string
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
}

/**
 * Makes PGlite sync to disk. Its file system has no fsync and it starts with `-F` (no fsync), so an answered order
 * would survive the end of the process, but not a power failure. Needs `folderStartParams`.
 */
export function enableFsync(client: PGlite): void {
  const files = client.Module.NODEFS as unknown as NodeFileSystem
  files.stream_ops.fsync = ({ nfd, node }) => {
    if (nfd === undefined) syncFolder(files.realPath(node))
    else fs.fsyncSync(nfd)
    return 0
  }
}

function syncFolder(path: string): void {
  if (process.platform === 'win32') return // Folders cannot be opened on Windows and need no fsync there.
  const folder = fs.openSync(path, 'r')
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}
