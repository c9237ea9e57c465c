import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pictureWidths, previewFile } from '#contract/pictures'
import type { Database } from '../database/database.ts'
import { notFound } from '../requests/refusals.ts'
import type { PictureFile, PictureFiles, PictureFormat } from './picture-files.ts'
import type { FoundPicture, Pictures } from './pictures.ts'

/** Caches the most recently used pictures; concurrent requests share the making of one. */
export class PictureCache {
  /** @param maxSize - bytes; default 48 MB */
  constructor(readonly maxSize = 48 * 1024 * 1024) {}

  readonly #kept = new Map<string, { picture: Promise<Buffer>; size: number }>()
  #size = 0

  at(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const entry = this.#kept.get(key)
    if (entry === undefined) return this.#keep(key, make)
    this.#kept.delete(key)
    this.#kept.set(key, entry) // Moves the entry to the end: the oldest is evicted first.
    return entry.picture
  }

  async #keep(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const entry = { picture: make(), size: 0 }
    this.#kept.set(key, entry)
    const picture = await entry.picture.catch(() => null)
    if (picture === null) this.#kept.delete(key)
    else this.#size += entry.size = picture.length
    this.#makeRoom()
    return entry.picture
  }

  #makeRoom(): void {
    for (const [key, { size }] of this.#kept) {
      if (this.#size <= this.maxSize) return
      // a picture that is being made is not counted yet; without its entry it would be counted for ever
      if (size === 0) continue
      this.#size -= size
      this.#kept.delete(key)
    }
  }
}

const widths: readonly number[] = pictureWidths
const acceptsAvif = ({ headers }: FastifyRequest) => (headers.accept ?? '').includes('image/avif')

/** The file that a request asks for; null for a size that is not made. */
function requestedFile(path: string, size: string): PictureFile | null {
  if (size === previewFile) return { path, width: 1200, format: 'jpeg' }
  const width = Number(size)
  if (!widths.includes(width) || String(width) !== size) return null
  return { path, width, format: 'webp' }
}

const noPicture = () => notFound('There is no such picture.')

interface PictureServing {
  database: Database
  pictures: Pictures
  files: PictureFiles
  /**
   * Whether browsers that accept AVIF get pictures wider than 160 pixels as AVIF, once it is made. It is a quarter smaller
   * than WebP and takes ten times as long to make, so the first request gets WebP.
   */
  avif: boolean
}

/** Serves GET /pictures/…: immutable, for every origin. */
export function servePictures(app: FastifyInstance, { database, pictures, files, avif }: PictureServing): void {
  const cache = new PictureCache()
  const count = async (request: FastifyRequest) => app.requestCounter.refuseOverLimit('pictures', request.client)
  const find = async (name: string): Promise<FoundPicture> => {
    const found = await pictures.find(database, name)
    if (found === null) throw noPicture()
    return found
  }
  const send = (reply: FastifyReply, format: PictureFormat, name: string, picture: Buffer) =>
    reply
      .headers({
        'content-type': `image/${format}`,
        'content-disposition': `inline; filename="${name}.${format}"`,
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        vary: 'accept',
      })
      .send(picture)

  app.get<{ Params: { name: string; tone: string; size: string } }>(
    '/pictures/:name/:tone/:size',
    { onRequest: count },
    async (request, reply) => {
      const { tone, size } = request.params
      const path = `/pictures/${request.params.name}/${tone}`
      const file = requestedFile(path, size)
      if (file === null) throw noPicture()
      const [name = ''] = request.params.name.split('.', 1)
      const found = await find(name)
      // the path of a former picture, which a cart or an order still contains
      if (found.path !== path) return reply.redirect(`${found.path}/${size}`)
      const smaller = { ...file, format: 'avif' as const }
      const small =
        avif &&
        file.format === 'webp' &&
        file.width > 160 &&
        acceptsAvif(request) &&
        (await files.readOrMakeLater(smaller, found.read))
      if (small) return send(reply, 'avif', name, small)
      const picture = await cache.at(`${path}/${size}`, () => files.read(file, found.read))
      return send(reply, file.format, name, picture)
    },
  )
  // paths of earlier versions, which carts, orders and journals keep: '/pictures/{name}.{hash}.svg'
  app.get<{ Params: { name: string } }>('/pictures/:name', { onRequest: count }, async (request, reply) => {
    const { path } = await find(request.params.name.split('.', 1)[0]!)
    return reply.redirect(`${path}/400`)
  })
}
