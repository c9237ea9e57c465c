import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** Another process uses the folder. The message is for the operator. */
export class FolderInUse extends Error {}

/**
 * Locks a folder for this process. PGlite does not do so itself, and two instances on one folder destroy it.
 *
 * The operating system keeps the lock, on the open file `lock`: it ends with the process, however that ends, and holds
 * between containers and process namespaces that share the folder. The file itself stays; deleting it is never needed.
 *
 * @param folder - created if missing
 * @returns releases the lock
 * @throws FolderInUse while another process, or this one, holds the lock
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = openLocked(join(folder, 'lock'))
  if (file === null) throw folderInUse(folder)
  return () => closeSync(file)
}

const folderInUse = (folder: string) =>
  new FolderInUse(
    `The data folder ${folder} is in use by another shop. Stop it first, or choose another folder with DATA_DIR.`,
  )

/** Flags of `open` that lock the file; Linux has none. The values are those of libuv (`UV_FS_O_EXLOCK`). */
const exclusive: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x20, win32: 0x1000_0000 }

/** @returns the open, locked file; null if it is locked already */
function openLocked(path: string): number | null {
  const flags = constants.O_RDWR | constants.O_CREAT
  const locking = exclusive[process.platform]
  if (locking === undefined) return lockWithFlock(openSync(path, flags, 0o600))
  try {
    return openSync(path, flags | locking | constants.O_NONBLOCK, 0o600)
  } catch (error) {
    if (['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/**
 * Node has no call for flock(2). The program `flock` locks a file that it inherits, and the lock belongs to the open
 * file, so it stays with this process when the program has ended.
 */
function lockWithFlock(file: number): number | null {
  const { status, error } = spawnSync('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] })
  if (status === 0) return file
  closeSync(file)
  if (error === undefined) return null
  throw new Error('The data folder cannot be locked: the program flock (of util-linux or busybox) is missing.', {
    cause: error,
  })
}
