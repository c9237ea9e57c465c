import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

/** Commits wait for the disk, by the one call that Emscripten passes on to the file system (it drops fdatasync). */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/** What is used of Emscripten's file system on Node, beyond its published types. */
interface NodeFileSystem {
  realPath: (node: unknown) => string
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
}

/**
 * Makes PGlite's fsync real. Its file system has none, and it starts with `-F` ("no fsync"), so that an order which was
 * answered would survive the end of the process, but not a power cut. Needs `durableStart`.
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
  if (process.platform === 'win32') return // folders cannot be opened there, and need not be
  const folder = fs.openSync(path, 'r')
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}
