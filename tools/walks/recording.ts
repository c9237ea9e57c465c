import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { demoPictures } from '#gateway/demo/pictures'
import { demoGoods } from '#gateway/demo/goods'
import { enteredStates } from './entered-states.ts'
import type { ModelPage, Segment } from '../../tests/kit/page-model.ts'

/** Records a run of the walks for the coverage and the flow book, if `npm run flows:book` starts it. */

/** How often transitions were taken: by the machine's id, and by name. */
export type Taken = Map<string, Map<string, number>>

export interface RecordedStep {
  event: AnyEventObject
  /** The entered states. */
  leads: string[]
  /** Whether the machine is busy after it. */
  isBusy: boolean
  /** The file name of its screenshot. */
  shot: string
}
export interface RecordedPath {
  machine: string
  /** Which part of the machine was walked. */
  walk: string
  /** Counted within the walk, from 1. */
  number: number
  width: number
  steps: RecordedStep[]
  /** How often transitions were taken on the page, by machine and name: a registration also takes transitions of the shop machine. */
  taken: Record<string, Record<string, number>>
}
/** The name of a path in files and links. */
export const nameOf = ({ machine, walk, number }: Pick<RecordedPath, 'machine' | 'walk' | 'number'>): string =>
  `${machine}-${walk.replaceAll(/\W+/g, '-')}-${number}`

/** The record of a machine whose walks are complete. */
export interface RecordedMachine {
  machine: string
  /** Transitions that none of its own walks takes on the page, with the reason. */
  untaken: Readonly<Record<string, string>>
}

/** The folder of the recording; null in a run that only tests. */
export const recordings: string | null = process.env.RECORD ?? null

/** The height of a screenshot in CSS pixels; its width is that of the page. */
const height = 760

/** Products of the catalogue that replace those of the tests. */
const packs: Record<string, string> = { rice: 'Jasmine Rice 5 kg', tea: 'Jasmine Pearl Tea' }

function pictureOf(name: string): string {
  const product = demoGoods.products.find(one => one.name.includes(packs[name] ?? '')) ?? demoGoods.products[0]!
  return demoPictures.drawProduct(product.art, product.slug, 'front')
}

/** Serves pictures to a page: the tests' gateway has none. */
const withPictures = (page: Page) =>
  page.route(/\/pictures\/\w+\.svg/, (route, request) => {
    const [, name = ''] = /(\w+)\.svg$/.exec(request.url()) ?? []
    return route.fulfill({ contentType: 'image/svg+xml', body: pictureOf(name) })
  })

/** Takes a screenshot. Identical screenshots share one file. */
async function shoot(folder: string, { page }: ModelPage, width: number): Promise<string> {
  const clip = { x: 0, y: 0, width, height }
  const picture = await page.screenshot({ type: 'jpeg', quality: 70, clip })
  const name = `${createHash('sha256').update(picture).digest('hex').slice(0, 16)}.jpg`
  writeFileSync(join(folder, 'shots', name), picture)
  return name
}

/** Records a path while it is walked. */
export interface PathRecord {
  begin(page: ModelPage): Promise<unknown>
  step(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot, after: AnyMachineSnapshot): Promise<void>
  end(taken: Taken, segments: readonly Segment[]): void
}

/** A record of a path, written into a folder when the path ends. */
export function recordPath(
  folder: string,
  path: Pick<RecordedPath, 'machine' | 'walk' | 'number' | 'width'>,
): PathRecord {
  for (const kind of ['shots', 'journals']) mkdirSync(join(folder, kind), { recursive: true })
  const name = nameOf(path)
  const steps: RecordedStep[] = []
  return {
    begin: ({ page }) => withPictures(page),
    async step(page, event, before, after) {
      const shot = await shoot(folder, page, path.width)
      steps.push({ event, leads: enteredStates(before, after), isBusy: after.hasTag('busy'), shot })
    },
    end(taken, segments) {
      const byMachine = Object.fromEntries([...taken].map(([machine, names]) => [machine, Object.fromEntries(names)]))
      const recorded: RecordedPath = { ...path, steps, taken: byMachine }
      writeFileSync(join(folder, `${name}.path.json`), JSON.stringify(recorded))
      const { head, entries } = segments.at(-1)!
      writeFileSync(join(folder, 'journals', `${name}.json`), JSON.stringify({ ...head, entries }))
    },
  }
}

/** Writes the record of a machine. */
export function recordMachine(folder: string, machine: RecordedMachine) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${machine.machine}.machine.json`), JSON.stringify(machine))
}

/** The content of a file of a recording. */
export const recorded = <Kind>(folder: string, name: string): Kind =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as Kind
