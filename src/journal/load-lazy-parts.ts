import { afterMissingFile } from '../release/missing-files.ts'

/** Loads the code of the journal that no page needs at once. */
export const loadLazyParts = () =>
  import('./lazy-parts.ts').catch(async (error: unknown) => {
    // without a journal, what is typed from now on would not survive a reload
    await afterMissingFile(error)
    throw error
  })
