import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Removes all permissions of group and others on a folder and its content: 0700 for folders, 0600 for files. Warns
 * if they belong to another user. Symbolic links are not followed.
 */
export function makePrivate(folder: string): void {
  try {
    restrictMode(folder, statSync(folder).mode)
    makeContentPrivate(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    process.emitWarning(
      `${folder} belongs to another user: its permissions are unchanged, and others may be able to read it.`,
    )
  }
}

function makeContentPrivate(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const status = lstatSync(path, { throwIfNoEntry: false })
    if (status === undefined || status.isSymbolicLink()) continue
    restrictMode(path, status.mode)
    if (status.isDirectory()) makeContentPrivate(path)
  }
}

/** The permissions of the group and of others. */
const groupAndOthers = 0o077

function restrictMode(path: string, mode: number): void {
  if ((mode & groupAndOthers) !== 0) chmodSync(path, mode & 0o700)
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
    setattr(
      node,
      attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~groupAndOthers },
    )
}
