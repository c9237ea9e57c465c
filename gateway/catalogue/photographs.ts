import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { loadSharp } from './sharp.ts'

/** A photograph of a product that the store has put into its folder. */
export interface Photograph {
  file: string
  /** Sixteen hexadecimal digits of its content's hash. */
  hash: string
  /** Its main colour, as six hexadecimal digits. */
  tone: string
}

/** By '{slug}-{view}'. */
export type Photographs = ReadonlyMap<string, Photograph>

/** Bytes, and pixels: enough for a camera's picture, too few to exhaust memory. */
export const photographLimits = { bytes: 25 * 1024 * 1024, pixels: 60_000_000 }

const formats = new Set(['jpeg', 'png', 'webp', 'tiff'])
const named = /^([a-z0-9-]+-(?:front|back|serving|detail|size))\.(?:jpe?g|png|webp|avif|tiff?|hei[cf])$/i

/** The name that a photograph has in paths, read from its file's name '{slug}-{view}.{ending}'; null for other names. */
export const photographName = (fileName: string): string | null => named.exec(fileName)?.[1]?.toLowerCase() ?? null

/** Opens a photograph for display: rotated upright by its EXIF orientation, in sRGB, without metadata. */
export const openPhotograph = async (file: string | Buffer): Promise<Sharp> =>
  (await loadSharp())(file, { limitInputPixels: photographLimits.pixels, failOn: 'error' }).rotate()

/**
 * Reads a photograph and checks that it can be shown: the file's content decides, not its name.
 *
 * @throws Error with a sentence for the grocer
 */
export async function readPhotograph(file: string): Promise<Photograph> {
  if (statSync(file).size > photographLimits.bytes) throw new Error('The photograph has more than 25 MB.')
  const content = await readFile(file)
  await checkFormat(content)
  try {
    const sharp = await loadSharp()
    const photograph = await openPhotograph(content)
    const small = await photograph.resize(64, 64, { fit: 'inside' }).toBuffer()
    const { dominant } = await sharp(small).stats()
    const tone = [dominant.r, dominant.g, dominant.b].map(part => part.toString(16).padStart(2, '0')).join('')
    return { file, hash: createHash('sha256').update(content).digest('hex').slice(0, 16), tone }
  } catch {
    throw new Error('The photograph is damaged.')
  }
}

async function checkFormat(content: Buffer): Promise<void> {
  const sharp = await loadSharp()
  const about = await sharp(content, { limitInputPixels: photographLimits.pixels })
    .metadata()
    .catch(() => null)
  if (about === null) throw new Error('The file is not a photograph, or it is too large.')
  if (about.format === 'heif' && about.compression === 'hevc')
    throw new Error('HEIC photographs cannot be read here. Export the photograph as JPEG.')
  if (!formats.has(about.format) && about.format !== 'heif')
    throw new Error('The photograph must be a JPEG, PNG, WebP, AVIF or TIFF file.')
}

/**
 * Reads the photographs of a folder, once, when the gateway starts. A file that cannot be shown is left out.
 *
 * @param warn - receives a sentence for each file left out
 */
export async function readPhotographs(folder: string, warn: (message: string) => void): Promise<Photographs> {
  const found = new Map<string, Photograph>()
  for (const fileName of existsSync(folder) ? readdirSync(folder).toSorted() : []) {
    const name = photographName(fileName)
    try {
      if (name === null) throw new Error('Its name must be the product and the view, such as jasmine-rice-front.jpg.')
      found.set(name, await readPhotograph(join(folder, fileName)))
    } catch (error) {
      warn(`${fileName} is not shown: ${(error as Error).message}`)
    }
  }
  return found
}
