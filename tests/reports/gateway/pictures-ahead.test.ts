import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readSettings } from '#gateway/cli/settings'
import { createPictureFiles, type PictureFiles } from '#gateway/catalogue/picture-files'
import { createPictures } from '#gateway/catalogue/pictures'
import { makePicturesAhead, type MakingAhead } from '#gateway/catalogue/pictures-ahead'
import { demoPictures } from '#gateway/demo/pictures'
import { openCaseGateways } from '../../contract/gateway/case-gateways.ts'
import { caseGoods } from '../../contract/gateway/given.ts'

const opened = openCaseGateways()

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-ahead-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.webp'))

/** Makes pictures without drawing them. @returns the paths that were made */
async function madeBy(change: Partial<MakingAhead>, makeMissing: PictureFiles['makeMissing'] = async () => true) {
  const made: string[] = []
  await makePicturesAhead({
    database: opened.database,
    source: demoPictures,
    pictures: createPictures(demoPictures),
    files: {
      ...createPictureFiles(null),
      makeMissing(file, open) {
        made.push(`${file.path.split('/')[2]!.split('.')[0]} ${file.width}`)
        return makeMissing(file, open)
      },
    },
    closing: new AbortController().signal,
    sinceRequest: () => Number.POSITIVE_INFINITY,
    logProblem: () => {},
    ...change,
  })
  return made
}

/** All files exist: there are no pauses. */
const allExist = async () => false

describe('review shopper-3 7: the first visitor waits for pictures', () => {
  test('pictures are made without a request, once the shop listens', async () => {
    const pictureFolder = newFolder()
    const app = await opened.gateway({ pictureFolder, picturesAhead: true })
    await app.ready()
    expect(filesIn(pictureFolder)).toEqual([])
    await app.listen({ host: '127.0.0.1', port: 0 })
    await vi.waitUntil(() => filesIn(pictureFolder).length > 2, { timeout: 20_000 })
    await app.close()
    const made = filesIn(pictureFolder)
    await new Promise(resolve => setImmediate(resolve))
    expect(filesIn(pictureFolder)).toEqual(made)
  })

  test('PICTURES_AHEAD=off leaves them to the first visitor', () => {
    expect(readSettings({}).makesPicturesAhead).toBe(true)
    expect(readSettings({ PICTURES_AHEAD: 'off' }).makesPicturesAhead).toBe(false)
    expect(() => readSettings({ PICTURES_AHEAD: 'no' })).toThrow('PICTURES_AHEAD is neither on nor off: no')
  })

  test('the pictures of lists are made first, those of featured products before others, and then the galleries', async () => {
    const made = await madeBy({}, allExist)
    const at = (picture: string) => made.indexOf(picture)
    const featured = caseGoods.products.find(one => one.featured === 1)!.slug
    const other = caseGoods.products.find(one => one.featured === undefined)!.slug
    const order = [
      at('banner-fresh 1600'),
      at(`${featured}-front 640`),
      at(`${other}-front 640`),
      at(`${featured}-detail 160`),
    ]
    expect(order).toEqual(order.toSorted((one, next) => one - next))
    expect(Math.min(...order)).toBeGreaterThanOrEqual(0)
    for (const { slug } of caseGoods.products) expect(made).toContain(`${slug}-size 320`)
  })

  test('files that exist are not made again', async () => {
    const folder = newFolder()
    const files = createPictureFiles(folder)
    const file = { path: '/pictures/rice-front.0/none', width: 160, format: 'webp' } as const
    const open = () =>
      ({ kind: 'drawing', svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }) as const
    expect([await files.makeMissing(file, open), await files.makeMissing(file, open)]).toEqual([true, false])
  })

  test('none is made while there are requests, or after the stop', async () => {
    const closing = new AbortController()
    let asked = 0
    const sinceRequest = () => {
      if (++asked === 2) closing.abort()
      return 0
    }
    expect(await madeBy({ closing: closing.signal, sinceRequest }, allExist)).toEqual([])
  })

  test('a picture that cannot be made holds up no other; when none can be made, it ends', async () => {
    const problems: unknown[] = []
    const logProblem = (error: unknown) => void problems.push(error)
    let times = 0
    const oneFails = async () => {
      if (++times === 2) throw new Error('No picture')
      return false
    }
    expect((await madeBy({ logProblem }, oneFails)).length).toBeGreaterThan(10)
    expect(problems).toHaveLength(1)
    const noneIsMade = async () => Promise.reject(new Error('Disk full'))
    expect(await madeBy({ logProblem }, noneIsMade)).toHaveLength(5)
  })
})
