import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join, parse } from 'node:path'
import { filesIn, readPhotograph, storedName } from './photographs.ts'

/** What became of the files. */
export interface AddedPhotographs {
  /** The paths of the copies. */
  added: string[]
  /** A sentence for each file that is not a photograph or has another name than it must have. */
  leftOut: string[]
}

/**
 * Checks photographs and copies them into the store's folder. A photograph replaces an earlier one of the same product and view, whatever the
 * ending of its name; one that is left out changes nothing.
 *
 * @param files - paths; the name of each says product and view, unless `fileName` does
 */
export async function addPhotographs(
  files: readonly string[],
  folder: string,
  fileName: (file: string) => string = basename,
): Promise<AddedPhotographs> {
  const result: AddedPhotographs = { added: [], leftOut: [] }
  mkdirSync(folder, { recursive: true })
  for (const file of files) {
    try {
      const name = storedName(fileName(file))
      await readPhotograph(file)
      const copy = join(folder, name)
      copyFileSync(file, copy)
      for (const other of filesIn(folder))
        if (other !== name && parse(other).name === parse(name).name) rmSync(join(folder, other))
      result.added.push(copy)
    } catch (error) {
      result.leftOut.push(`${basename(file)} is left out: ${(error as Error).message}`)
    }
  }
  return result
}
