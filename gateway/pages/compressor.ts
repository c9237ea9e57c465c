import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compressed = (text: string, quality: number): Promise<Buffer> =>
  promisify(brotliCompress)(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  })

/** Compresses a text of a name, which changes with its bytes; what it gives back holds the best there is by now. */
export type Compressor = (text: string, name: string) => Promise<() => Buffer>

/**
 * A compressor that is fast for whoever waits. A text that comes again is compressed once as well as it goes, while nobody
 * waits; one that comes only once, such as a search, is not worth that.
 *
 * @param most - texts that are remembered, the last that came
 */
export function createCompressor(most: number): Compressor {
  const known = new Map<string, { brotli: Buffer; isBest: boolean }>()
  return async (text, name) => {
    const held = known.get(name)
    if (held === undefined) {
      const made = { brotli: await compressed(text, 5), isBest: false }
      known.set(name, made)
      if (known.size > most) known.delete(known.keys().next().value!)
      return () => made.brotli
    }
    if (!held.isBest) {
      held.isBest = true
      compressed(text, 11).then(
        brotli => void (held.brotli = brotli),
        () => void (held.isBest = false),
      )
    }
    return () => held.brotli
  }
}
