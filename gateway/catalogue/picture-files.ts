import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Sharp } from 'sharp'
import { openPhotograph } from './photographs.ts'
import type { PictureContent } from './pictures.ts'
import { loadSharp } from './sharp.ts'

/** The formats that pictures are sent in. */
export type PictureFormat = 'webp' | 'avif' | 'jpeg'

/** One file of a picture. */
export interface PictureFile {
  /** '/pictures/{name}.{hash}/{tone}': the content at a path never changes. */
  path: string
  width: number
  format: PictureFormat
}

/** Dots per inch at which librsvg draws one pixel for each unit of an SVG document. */
const standardDensity = 72

const encoded = {
  webp: (image: Sharp) => image.webp({ quality: 76, alphaQuality: 80, effort: 5 }),
  avif: (image: Sharp) => image.avif({ quality: 55, effort: 3 }),
  jpeg: (image: Sharp) => image.jpeg({ quality: 85, mozjpeg: true }),
}

/** Opens a drawing: rendered at twice its width and scaled down, since librsvg renders fine patterns unevenly. */
async function openDrawing(svg: string, width: number): Promise<Sharp> {
  const sharp = await loadSharp()
  const source = Buffer.from(svg)
  const { width: own = width } = await sharp(source).metadata()
  return sharp(source, { density: (standardDensity * 2 * width) / own }).resize(width)
}

/** Photographs are shown whole, in a square filled with their main colour. */
const openSquare = async (file: string, width: number, background: string): Promise<Sharp> =>
  (await openPhotograph(file)).resize(width, width, { fit: 'contain', background })

/** Makes one file of a picture. */
export async function makePicture(content: PictureContent, { path, width, format }: PictureFile): Promise<Buffer> {
  const tone = path.slice(path.lastIndexOf('/') + 1)
  const background = tone === 'none' ? '#ffffff' : `#${tone}`
  const image = await (content.kind === 'drawing'
    ? openDrawing(content.svg, width)
    : openSquare(content.file, width, background))
  // JPEG has no transparency: includes the background, which pages paint for other formats
  return encoded[format](format === 'jpeg' ? image.flatten({ background }) : image).toBuffer()
}

/** Makes pictures once and keeps them in a folder. A deleted file is made again. */
export interface PictureFiles {
  /** Reads the file, or makes it. */
  read: (file: PictureFile, open: () => PictureContent) => Promise<Buffer>
  /** Reads the file; if it is not made yet, returns null and makes it later. */
  readOrMakeLater: (file: PictureFile, open: () => PictureContent) => Promise<Buffer | null>
  /**
   * Makes the file if it does not exist.
   *
   * @returns whether it was made
   * @throws if it cannot be made or kept
   */
  makeMissing: (file: PictureFile, open: () => PictureContent) => Promise<boolean>
}

/** @param folder - several gateways may share it, since files are renamed into place; null to keep no files */
export function createPictureFiles(folder: string | null): PictureFiles {
  const placeOf = ({ path, width, format }: PictureFile) => folder && join(folder, path, `${width}.${format}`)
  const readKept = async (place: string | null) => place && (await readFile(place).catch(() => null))
  /** Pictures that are made later are made one after another. */
  let later: Promise<unknown> = Promise.resolve()
  /** The files that are made later and are not made yet. */
  const planned = new Set<string>()
  const make = async (file: PictureFile, open: () => PictureContent) => {
    const made = await makePicture(open(), file)
    const place = placeOf(file)
    // on a full or read-only disk the picture is made again for each request
    if (place) await keep(place, made).catch(() => {})
    return made
  }
  return {
    read: async (file, open) => (await readKept(placeOf(file))) || make(file, open),
    async readOrMakeLater(file, open) {
      const place = placeOf(file)
      const kept = await readKept(place)
      if (kept || !place || planned.has(place)) return kept || null
      planned.add(place)
      later = later
        .then(() => make(file, open))
        .catch(() => {})
        .finally(() => planned.delete(place))
      return null
    },
    async makeMissing(file, open) {
      const place = placeOf(file)
      if (!place) return false
      const isKept = await access(place).then(
        () => true,
        () => false,
      )
      if (isKept) return false
      await keep(place, await makePicture(open(), file))
      return true
    },
  }
}

async function keep(place: string, content: Buffer): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  const unfinished = `${place}.${randomUUID()}`
  await writeFile(unfinished, content)
  await rename(unfinished, place)
}
