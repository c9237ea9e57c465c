import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'

/** Says that a folder is in use by another process; the message is for the person at the terminal. */
export class FolderInUse extends Error {}

/** Folders that this very process holds: its own number in a lock file does not tell a leftover from the truth. */
const heldLocks = new Set<string>()

/**
 * Takes a folder for this process alone. PGlite does not look after that, and two of them on one folder destroy it.
 *
 * @param folder - made if missing
 * @returns gives the folder back
 * @throws FolderInUse while a living process holds it; what a dead one left behind is taken over
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

/** A hard link appears with its content or not at all, so nobody ever reads a lock without a number. */
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
  if (pid === process.pid) return heldLocks.has(lock) // in a container the numbers begin anew with each start
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Moves a dead lock out of the way; one that somebody took in the meantime is put back. */
function removeStaleLock(lock: string, dead: number | null): void {
  const aside = `${lock}.${process.pid}.${randomUUID()}`
  try {
    renameSync(lock, aside)
    if (readHolder(aside) !== dead) linkSync(aside, lock)
  } catch {
    // it is gone already, or taken again: the next attempt sees which
  } finally {
    rmSync(aside, { force: true })
  }
}

function release(lock: string): void {
  heldLocks.delete(lock)
  if (readHolder(lock) === process.pid) rmSync(lock, { force: true })
}
