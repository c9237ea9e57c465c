import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'

/** Another process uses the folder. The message is for the operator. */
export class FolderInUse extends Error {}

/** Locks that this process holds: a lock file with its own process id may also be a leftover. */
const heldLocks = new Set<string>()

/**
 * Locks a folder for this process. PGlite does not do so itself, and two instances on one folder destroy it.
 *
 * @param folder - created if missing
 * @returns releases the lock
 * @throws FolderInUse while a running process holds the lock; the lock of an ended process is taken over
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const lock = join(resolve(folder), 'lock')
  for (let attempt = 0; attempt < 5; attempt++) {
    if (tryLock(lock)) {
      heldLocks.add(lock)
      return () => release(lock)
    }
    const holder = readHolder(lock)
    if (holder !== null && isAlive(holder, lock)) throw folderInUse(folder, holder)
    removeStaleLock(lock, holder)
  }
  throw folderInUse(folder, null)
}

const folderInUse = (folder: string, holder: number | null) =>
  new FolderInUse(
    `The data folder ${folder} is in use by another shop${holder === null ? '' : ` (process ${holder})`}. ` +
      'Stop it first, or choose another folder with DATA_DIR.',
  )

/** A hard link appears with its content or not at all, so no process reads a lock file without a process id. */
function tryLock(lock: string): boolean {
  const mine = `${lock}.${process.pid}.${randomUUID()}`
  writeFileSync(mine, `${process.pid}\n`)
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(mine, { force: true })
  }
}

function readHolder(lock: string): number | null {
  try {
    const pid = Number(readFileSync(lock, 'utf8').trim())
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

function isAlive(pid: number, lock: string): boolean {
  if (pid === process.pid) return heldLocks.has(lock) // In a container process ids start again with each start.
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes the lock of an ended process. If another process has taken the lock in the meantime, it is restored. */
function removeStaleLock(lock: string, dead: number | null): void {
  const aside = `${lock}.${process.pid}.${randomUUID()}`
  try {
    renameSync(lock, aside)
    if (readHolder(aside) !== dead) linkSync(aside, lock)
  } catch {
    // Removed or taken by another process: the next attempt finds out.
  } finally {
    rmSync(aside, { force: true })
  }
}

function release(lock: string): void {
  heldLocks.delete(lock)
  if (readHolder(lock) === process.pid) rmSync(lock, { force: true })
}
