import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compressed = (text: string, quality: number): Promise<Buffer> =>
  promisify(brotliCompress)(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  })

/**
 * Compresses a text. `name` identifies its content. The returned function gives the best compression available by then.
 */
export type Compressor = (text: string, name: string) => Promise<() => Buffer>

/**
 * Creates a compressor that answers fast: the first request of a text gets quick compression. If the text is requested
 * again it is compressed once at the highest level in the background; a text requested once, such as search results, is
 * not worth that.
 *
 * @param most - texts to keep: those that were requested last
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
    // moves the text to the end: the first is removed first
    known.delete(name)
    known.set(name, held)
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

/** Whether Accept-Encoding contains br with a weight above 0 (RFC 9110 §12.5.3). Takes linear time. */
export const acceptsBrotli = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some(coding => {
      const [name, ...parameters] = coding.split(';').map(part => part.trim())
      const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
      return name === 'br' && (weight === undefined || Number(weight) > 0)
    })
