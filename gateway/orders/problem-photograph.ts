import { largestPhotograph } from '#contract/order-problem'
import { standardMessage } from '#contract/refusal'
import { loadSharp } from '../catalogue/sharp.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { fieldRefusal, Refused } from '../requests/refusals.ts'

/** Pixels of a photograph that is decoded at most, and of the longer side of one that is stored. */
const most = { pixels: 50_000_000, side: 1600 }

/** One at a time: a photograph is decoded into memory. */
const waitToDecode = createSemaphore({ slots: 1, maxWaiting: 10 })

const refused = (message: string): Refused => fieldRefusal('photograph', message)

/** How the formats begin. The first bytes decide: neither a name nor a declared type is read, and nothing else reaches the decoder. */
const beginnings: ((content: Buffer) => boolean)[] = [
  content => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  content => content.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  content => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP',
]
const isHeif = (content: Buffer): boolean => content.toString('latin1', 4, 8) === 'ftyp'

/**
 * Decodes a photograph and encodes it again, upright, as JPEG of at most 1600 pixels a side. Nothing else of the file is kept: no metadata, such as the
 * place where it was taken, and no bytes after its end.
 *
 * @param base64 - as it was sent
 * @throws Refused softly 422 for a file that is no photograph, is damaged, or is too large; 503 if too many wait
 */
export async function encodeAgain(base64: string): Promise<Buffer> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw refused('The photograph could not be read. Please choose another.')
  const content = Buffer.from(base64, 'base64')
  if (content.length > largestPhotograph) throw refused('The photograph has more than 8 MB. Please choose another.')
  if (!isHeif(content) && !beginnings.some(isOne => isOne(content)))
    throw refused('The file is not a photograph. Please choose a JPEG, PNG or WebP file.')
  const release = await waitToDecode()
  if (release === null) throw new Refused(503, standardMessage, 503, 5)
  try {
    return await decode(content)
  } finally {
    release()
  }
}

async function decode(content: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  const limits = { limitInputPixels: most.pixels, failOn: 'error' } as const
  const about = await sharp(content, { ...limits, limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (about === null) throw refused('The photograph is damaged. Please choose another.')
  if (about.width * about.height > most.pixels)
    throw refused('The photograph has too many pixels. Please choose another.')
  if (about.compression === 'hevc')
    throw refused('HEIC photographs cannot be read here. Please choose a JPEG, PNG or WebP file.')
  try {
    return await sharp(content, limits)
      .rotate()
      .resize(most.side, most.side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer()
  } catch {
    throw refused('The photograph is damaged. Please choose another.')
  }
}
