import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Takes every right on a folder and its content from all users but their owner: 0700 for folders, 0600 for files. Warns
 * if they belong to another user. Symbolic links are not followed.
 */
export function makePrivate(folder: string): void {
  try {
    takeRights(folder, statSync(folder).mode)
    makeContentPrivate(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    process.emitWarning(`${folder} belongs to another user: its rights stay as they are, and others may read it.`)
  }
}

function makeContentPrivate(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const status = lstatSync(path, { throwIfNoEntry: false })
    if (status === undefined || status.isSymbolicLink()) continue
    takeRights(path, status.mode)
    if (status.isDirectory()) makeContentPrivate(path)
  }
}

/** The rights of the group and of others. */
const othersRights = 0o077

function takeRights(path: string, mode: number): void {
  if ((mode & othersRights) !== 0) chmodSync(path, mode & 0o700)
}

/** The part of Emscripten's Node file system used here; it is not in its published types. */
interface NodeFileSystem {
  node_ops: { setattr: (node: unknown, attributes: { mode?: number }) => void }
}

/** Makes the files that PGlite creates private. Emscripten sets the mode of each with chmod, whatever the umask is. */
export function createPrivateFiles(client: PGlite): void {
  const { node_ops: operations } = client.Module.NODEFS as unknown as NodeFileSystem
  const { setattr } = operations
  operations.setattr = (node, attributes) =>
    setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~othersRights })
}
