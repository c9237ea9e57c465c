import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureWidths, scalablePicture } from '#contract/pictures'
import { addPhotographs } from '#gateway/catalogue/add-photographs'
import { filesIn, readPhotographs } from '#gateway/catalogue/photographs'
import { findSlugs } from '#gateway/catalogue/slugs'
import { openCaseGateways } from '../gateway/case-gateways.ts'
import { plainGateway, type Json } from '../gateway/given.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
const opened = openCaseGateways(plainGateway)
const { gateway } = opened
let app: FastifyInstance

const productOf = async (of: FastifyInstance) => (await of.inject('/v1/product/1')).json().data as Json
const thumbnailOf = async (of = app): Promise<string> => (await productOf(of)).thumbnail

const colourAt = async (picture: Buffer, left: number, top: number) => [
  ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]

beforeAll(async () => {
  app = await gateway()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a drawn picture', () => {
  test('is a WebP without a background, cached forever, and allowed on every origin', async () => {
    const answer = await app.inject(await thumbnailOf())
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept',
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 400, height: 400, hasAlpha: true })
    expect((await colourAt(answer.rawPayload, 0, 0))[3]).toBe(0)
    expect(scalablePicture(await thumbnailOf())?.tone).toBe('fbefcf')
  })

  test('has no header that only documents need', async () => {
    const { headers } = await app.inject(await thumbnailOf())
    expect(Object.keys(headers).toSorted()).toEqual([
      'access-control-allow-origin',
      'cache-control',
      'connection',
      'content-disposition',
      'content-length',
      'content-type',
      'cross-origin-resource-policy',
      'date',
      'vary',
      'x-content-type-options',
    ])
  })

  test.each(pictureWidths)('exists %i pixels wide', async width => {
    const answer = await app.inject(scalablePicture(await thumbnailOf())!.at(width))
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(width)
  })

  test('is a JPEG with a background for link previews', async () => {
    const answer = await app.inject(scalablePicture(await thumbnailOf())!.at('1200.jpg'))
    expect(answer.headers['content-type']).toBe('image/jpeg')
    const near = (text: string) => text.match(/../g)!.map(part => expect.closeTo(Number.parseInt(part, 16), -1))
    expect(await colourAt(answer.rawPayload, 4, 4)).toEqual(near('fbefcf'))
  })

  test('exists for every view, aisle and banner', async () => {
    const { productImages } = await productOf(app)
    const aisles = (await app.inject('/v1/category-menu')).json().listData
    const banners = (await app.inject('/v1/banner')).json().listData
    const urls = [...productImages.map((one: Json) => one.imageUrl), ...[...aisles, ...banners].map(one => one.image)]
    expect(new Set(urls).size).toBe(6)
    for (const url of urls) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  })

  test('does not exist in other sizes, or under names that no picture has', async () => {
    const { at } = scalablePicture(await thumbnailOf())!
    const size = (text: string) => at(160).replace(/160$/, text)
    const others = [size('161'), size('0160'), size('160.jpg'), size('1e2'), at(160).replace('front', 'inside')]
    for (const url of [...others, '/pictures/x.svg', '/pictures/../package.json', '/pictures/%00', '/pictures/']) {
      const answer = await app.inject(url)
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.json()).toMatchObject({ statusCode: 404 })
    }
  })

  test('redirects from a former path after it has changed', async () => {
    const current = await thumbnailOf()
    const earlier = current.replace(/\.[0-9a-f]{16}/, '.0123456789abcdef')
    const svg = current.replace(/\/pictures\/([^.]+).*/, '/pictures/$1.0123456789abcdef.svg')
    const views = ['-back.', '-serving.'].map(view => current.replace('-front.', view))
    for (const url of [earlier, svg, ...views]) {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.headers.location]).toEqual([302, current])
      expect(answer.headers['cache-control']).toBeUndefined()
    }
  })

  test('is made once and kept in the folder', async () => {
    const pictureFolder = join(folder, 'kept')
    const path = await thumbnailOf()
    await (await gateway({ pictureFolder })).inject(path)
    const file = join(pictureFolder, path.replace('/400', '/400.webp'))
    writeFileSync(file, 'what was kept')
    expect((await (await gateway({ pictureFolder })).inject(path)).body).toBe('what was kept')
  })

  test('is sent as AVIF to browsers that accept it, once that is made, also after the file was deleted', async () => {
    const shop = await gateway({ pictureFolder: join(folder, 'avif'), avif: true })
    const url = await thumbnailOf()
    const typeFor = async (accept: string) => (await shop.inject({ url, headers: { accept } })).headers['content-type']
    expect(await typeFor('image/avif,image/webp')).toBe('image/webp')
    await expect.poll(() => typeFor('image/avif,image/webp'), { timeout: 30_000 }).toBe('image/avif')
    expect(await typeFor('image/webp')).toBe('image/webp')
    rmSync(join(folder, 'avif', url.replace('/400', '/400.avif')))
    expect(await typeFor('image/avif,image/webp')).toBe('image/webp')
    await expect.poll(() => typeFor('image/avif,image/webp'), { timeout: 30_000 }).toBe('image/avif')
  })
})

/** The photographs of a folder, for the products of the gateway's database. */
const read = (from: string, warn: (words: string) => void) => readPhotographs(from, findSlugs(opened.database), warn)

describe('a photograph', () => {
  const photographs = join(folder, 'photographs')
  const warnings: string[] = []
  let shop: FastifyInstance
  let slug: string
  beforeAll(async () => {
    slug = /\/pictures\/(.+)-front\./.exec(await thumbnailOf())![1]!
    const take = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    const red = sharp({ create: { width: 150, height: 200, channels: 3, background: '#cc2211' } })
    const files: [string, Buffer][] = [
      [
        `${slug}-front.jpg`,
        await take(300, 200)
          .composite([{ input: await red.png().toBuffer(), left: 0, top: 0 }])
          .jpeg()
          .withExif({ IFD0: { Artist: 'Mai Tran' } })
          .withMetadata({ orientation: 6 })
          .toBuffer(),
      ],
      [`${slug}-back.jpg`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      [`${slug}-serving.png`, (await take(500, 500).png().toBuffer()).subarray(0, 200)],
      [`${slug}-detail.png`, await take(9000, 9000).png().toBuffer()],
      [`${slug}-size.jpg`, Buffer.alloc(26 * 1024 * 1024)],
      ['holiday.jpg', await take(10, 10).jpeg().toBuffer()],
    ]
    mkdirSync(photographs)
    for (const [name, content] of files) writeFileSync(join(photographs, name), content)
    shop = await gateway({ photographs: await read(photographs, words => warnings.push(words)) })
  })

  test('replaces the drawings: upright, square and without metadata', async () => {
    const { thumbnail, productImages } = await productOf(shop)
    expect(productImages).toEqual([{ imageUrl: thumbnail }])
    const { rawPayload } = await shop.inject(thumbnail)
    const { width, height, exif } = await sharp(rawPayload).metadata()
    expect({ width, height, exif }).toEqual({ width: 400, height: 400, exif: undefined })
    expect(rawPayload.includes('Mai Tran')).toBe(false)
    // red lies on the left in the file, whose orientation says that its left side is the top
    const [top, bottom] = [await colourAt(rawPayload, 200, 40), await colourAt(rawPayload, 200, 360)]
    expect([top[0]! > top[2]!, bottom[0]! > bottom[2]!]).toEqual([true, false])
  })

  test('that is damaged, too large or of another type is left out with the reason', () => {
    expect(warnings.toSorted()).toEqual(
      [
        'holiday.jpg is not shown: There is no product holiday.',
        `${slug}-back.jpg is not shown: The photograph must be a JPEG, PNG, WebP, AVIF or TIFF file.`,
        `${slug}-detail.png is not shown: The file is not a photograph, or it is too large.`,
        `${slug}-serving.png is not shown: The photograph is damaged.`,
        `${slug}-size.jpg is not shown: The photograph has more than 25 MB.`,
      ].toSorted(),
    )
    expect(readdirSync(photographs)).toHaveLength(6)
  })
})

describe('a folder of photographs', () => {
  const from = join(folder, 'camera')
  const store = join(folder, 'store')
  const picture = (background: string) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const put = (name: string, content: Buffer | string) => writeFileSync(join(from, name), content)
  const add = () =>
    addPhotographs(
      filesIn(from).map(name => join(from, name)),
      store,
    )
  let code: string
  let slug: string
  beforeAll(async () => {
    ;({ code } = await productOf(app))
    slug = /\/pictures\/(.+)-front\./.exec(await thumbnailOf())![1]!
    mkdirSync(join(from, 'raw'), { recursive: true })
    put(`${code}.JPG`, await picture('#cc2211'))
    put(`${code.toLowerCase()}_Back.jpeg`, await picture('#22cc11'))
    put(`${code} (1).jpg`, await picture('#2211cc'))
    put('LL-9999.jpg', await picture('#2211cc'))
    put('LL-0102.jpg', 'no photograph')
    for (const name of ['.DS_Store', 'Thumbs.db', 'desktop.ini']) put(name, 'of the system')
  })

  test('is copied under the products’ codes; other files are left out with the reason', async () => {
    const { added, leftOut } = await add()
    const copies = [`${code}-front.jpg`, `${code}-back.jpeg`, 'll-9999-front.jpg'].map(name => name.toLowerCase())
    expect(added.toSorted()).toEqual(copies.map(name => join(store, name)).toSorted())
    expect(leftOut.toSorted()).toEqual(
      [
        `${code} (1).jpg is left out: Its name must be the product’s code, and a view if it is not the front, such as LL-0101.jpg or LL-0101-back.jpg.`,
        'LL-0102.jpg is left out: The file is not a photograph, or it is too large.',
      ].toSorted(),
    )
    expect(readdirSync(store).toSorted()).toEqual(copies.toSorted())
  })

  test('is shown for the products with these codes', async () => {
    const warnings: string[] = []
    const shop = await gateway({ photographs: await read(store, words => warnings.push(words)) })
    const { thumbnail, productImages } = await productOf(shop)
    expect(productImages.map(({ imageUrl }: Json) => imageUrl.split('.')[0])).toEqual([
      `/pictures/${slug}-front`,
      `/pictures/${slug}-back`,
    ])
    const [red, green] = await colourAt((await shop.inject(thumbnail)).rawPayload, 20, 20)
    expect(red).toBeGreaterThan(green!)
    expect(warnings).toEqual(['ll-9999-front.jpg is not shown: There is no product ll-9999.'])
  })

  test('replaces a photograph of the same view, whatever the ending of its name', async () => {
    rmSync(join(from, `${code}.JPG`))
    put(
      `${code}.png`,
      await sharp(await picture('#113355'))
        .png()
        .toBuffer(),
    )
    await add()
    const ofProduct = readdirSync(store).filter(name => name.startsWith(code.toLowerCase()))
    expect(ofProduct.toSorted()).toEqual([`${code}-back.jpeg`, `${code}-front.png`].map(name => name.toLowerCase()))
  })

  test('of which two show the same view: the newer one is shown', async () => {
    const named = join(store, `${slug}-front.jpg`)
    writeFileSync(named, readFileSync(join(store, `${code.toLowerCase()}-front.png`)))
    utimesSync(named, new Date(0), new Date(0))
    const warnings: string[] = []
    const found = await read(store, words => warnings.push(words))
    expect(found.get(`${slug}-front`)?.file).toBe(join(store, `${code.toLowerCase()}-front.png`))
    expect(warnings).toContain(`${slug}-front.jpg is not shown: There is a newer photograph of the same view.`)
  })
})
