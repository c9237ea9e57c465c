/** Milliseconds between two reads of a page that is kept up to date. */
const livePause = 5_000
/** Milliseconds between two reads at most, after failures. */
const longestLivePause = 60_000

/** The pause before the next read: it doubles with each failure in a row, so that a gateway that is down is not asked all the time. */
export const pauseAfter = ({ context }: { context: { failures: number } }): number =>
  Math.min(livePause * 2 ** context.failures, longestLivePause)
