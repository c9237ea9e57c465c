import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
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
const named = /^([a-z0-9-]*?[a-z0-9])(?:[-_ ](front|back|serving|detail|size))?\.(?:jpe?g|png|webp|avif|tiff?|hei[cf])$/

/** What the name of a photograph's file says. */
interface NamedPhotograph {
  /** The product's code or its name in paths, in small letters. */
  product: string
  view: string
}

/** Reads the name of a photograph's file: the product, and the view, which is 'front' if there is none. Null for other names. */
function readName(fileName: string): NamedPhotograph | null {
  const [, product, view = 'front'] = named.exec(fileName.toLowerCase()) ?? []
  return product === undefined ? null : { product, view }
}

const wrongName =
  'Its name must be the product’s code, and a view if it is not the front, such as LL-0101.jpg or LL-0101-back.jpg.'

/**
 * The name of a photograph's file in the store's folder: '{product}-{view}.{ending}'.
 *
 * @throws Error with a sentence for the grocer
 */
export function storedName(fileName: string): string {
  const name = readName(fileName)
  if (name === null) throw new Error(wrongName)
  return `${name.product}-${name.view}${extname(fileName).toLowerCase()}`
}

/** The files of a folder that may be photographs: not its folders, and not what macOS and Windows put there. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(one => one.isFile() && !/^\.|^(?:thumbs\.db|desktop\.ini)$/i.test(one.name))
    .map(({ name }) => name)
    .toSorted()

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

/** Finds products by code, in small letters, or by the name in their paths. @returns the names in paths, by what was asked for */
export type FindSlugs = (products: readonly string[]) => Promise<ReadonlyMap<string, string>>

/**
 * Reads the photographs of a folder, once, when the gateway starts. A file that cannot be shown is left out; of two for the same view the
 * newer one is shown.
 *
 * @param warn - receives a sentence for each file left out
 */
export async function readPhotographs(
  folder: string,
  findSlugs: FindSlugs,
  warn: (message: string) => void,
): Promise<Photographs> {
  const found = new Map<string, Photograph>()
  const fileNames = existsSync(folder) ? filesIn(folder) : []
  const age = (fileName: string) => statSync(join(folder, fileName)).mtimeMs
  const newestFirst = fileNames.toSorted((one, other) => age(other) - age(one))
  const slugs = await findSlugs([...new Set(fileNames.flatMap(one => readName(one)?.product ?? []))])
  for (const fileName of newestFirst) {
    try {
      const name = readName(fileName)
      if (name === null) throw new Error(wrongName)
      const slug = slugs.get(name.product)
      if (slug === undefined) throw new Error(`There is no product ${name.product}.`)
      const key = `${slug}-${name.view}`
      if (found.has(key)) throw new Error('There is a newer photograph of the same view.')
      found.set(key, await readPhotograph(join(folder, fileName)))
    } catch (error) {
      warn(`${fileName} is not shown: ${(error as Error).message}`)
    }
  }
  return found
}
