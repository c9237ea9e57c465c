/** The first failure to write the journal, after which nothing is written any more. */
export interface WriteFailure {
  isReported: boolean
  /** Reports a failure; later ones are ignored. */
  report(error: unknown): void
  /** Deletes this tab's journal, which is out of date once writing has failed; absent until it is opened. */
  discard?(): void
}

/** @param fail - called with the first failure */
export function createWriteFailure(fail: (error: unknown) => void): WriteFailure {
  const failure: WriteFailure = {
    isReported: false,
    report(error) {
      if (failure.isReported) return
      failure.isReported = true
      failure.discard?.()
      fail(error)
    },
  }
  return failure
}
