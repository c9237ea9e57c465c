import { largestImport } from '#contract/office'
import type { ChosenFile } from '#machines/office/office-import'

/** Reads the file that a person has chosen, as UTF-8; one that is too large is not read. */
export async function readChosenFile(file: File | undefined): Promise<ChosenFile | null> {
  if (file === undefined) return null
  // a file that was removed meanwhile is refused as an empty one
  const text = file.size > largestImport.bytes ? '' : await file.text().catch(() => '')
  return { name: file.name, size: file.size, text }
}
