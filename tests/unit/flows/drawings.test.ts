import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { officeMachines } from '#machines/office/office-machines'
import { machines } from '#machines/whole-shop'
import { readMachines, readOfficeMachines } from '#tools/flows/read-machines'
import { allPairs, coverageFor, coveragePage } from '#tools/flows/coverage'
import { drawFlows, readFound } from '#tools/flows/flows'
import { footWidth } from '#tools/flows/notes'
import type { Box, Layout, PlacedArrow, Point } from '#tools/flows/placed'
import { escaped } from '#tools/flows/text'
import { fontSize } from '#tools/flows/labels'
import { textBoxesOf } from '#tools/flows/text-boxes'
import { transitionsOf } from '#tools/walks/graph'

const folder = new URL('../../../docs/flows/', import.meta.url)
const { files, drawings } = await drawFlows(readFound())
const fileOf = (name: string) => files.get(name) ?? ''
const known = { ...machines, ...officeMachines }
const ofMachines = drawings.filter(({ machine }) => machine.id in known)

describe('docs/flows', () => {
  test('holds what `npm run flows` writes, and nothing else', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...files.keys()].toSorted())
  })

  test.each([...files.keys()])('%s is up to date; if not, run npm run flows', name => {
    expect(readFileSync(new URL(name, folder), 'utf8')).toBe(fileOf(name))
  })

  test('docs/coverage.md is up to date; if not, run npm run flows', () => {
    const page = coveragePage(coverageFor(readMachines(), allPairs()))
    expect(readFileSync(new URL('../../../docs/coverage.md', import.meta.url), 'utf8')).toBe(page)
  })

  test('has every machine', () => {
    const sources = new URL('../../../machines/', import.meta.url)
    const written = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .filter(name => readFileSync(new URL(name, sources), 'utf8').includes('createMachine('))
    expect(written.toSorted()).toEqual([...readMachines(), ...readOfficeMachines()].map(({ file }) => file).toSorted())
  })
})

/** Text without Markdown syntax. */
const plain = (text: string) => text.replaceAll(/[`*]/g, '')

describe.each(ofMachines.map(({ machine }) => [machine.id, machine] as const))(
  'the diagram and the page of %s',
  (id, machine) => {
    const page = fileOf(`${id}.md`)
    const drawn = new Set(
      [...fileOf(`${id}.svg`).matchAll(/data-id="([^"]*)"/g)].flatMap(found => found[1]!.split(' ; ')),
    )

    test('have every state', () => {
      const missing = machine.states.filter(
        state =>
          !drawn.has(state.id) || !page.includes(`| **${state.id.slice(id.length + 1) || id}** | ${state.description}`),
      )
      expect(missing.map(state => state.id)).toEqual([])
    })

    test('have every transition, under the name that the walks use', () => {
      const names = [...transitionsOf(known[id]!).values()]
      expect(machine.transitions.map(one => one.id)).toEqual(expect.arrayContaining(names))
      expect(machine.transitions).toHaveLength(names.length)
      expect(names.filter(name => !drawn.has(escaped(name)))).toEqual([])
      const rows = page
        .slice(page.indexOf('## Transitions'))
        .split('\n')
        .filter(line => /^\| \d+ /.test(line))
      const wrong = machine.transitions.filter((one, index) => {
        const row = plain(rows[index] ?? '')
        const words = [one.kind === 'always' ? 'at once' : one.label, one.guard ?? '', ...one.actions]
        const targets = one.to.filter(to => to !== one.from).map(to => to.slice(id.length + 1))
        return [...words, ...targets].some(word => !row.includes(word))
      })
      expect(wrong.map(one => one.id)).toEqual([])
      expect(rows).toHaveLength(names.length)
    })

    test('describe every guard', () => {
      const named = new Set(machine.transitions.flatMap(({ guard }) => guard?.replace(/\(.*/, '') ?? []))
      const missing = [...named].filter(name => !new RegExp(`^\\| \`${name}\` \\| [A-Z].+ \\| \\d`, 'm').test(page))
      expect(missing).toEqual([])
    })

    test('list its guarantees', () => {
      expect(machine.promises.length).toBeGreaterThan(0)
      expect(machine.promises.filter(promise => !page.includes(`- ${promise}`))).toEqual([])
    })
  },
)

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5 && a.y < b.y + b.height - 0.5 && b.y < a.y + a.height - 0.5

const isWithin = (a: Box, b: Box) =>
  a.x >= b.x - 0.5 && a.y >= b.y - 0.5 && a.x + a.width <= b.x + b.width + 0.5 && a.y + a.height <= b.y + b.height + 0.5

/** The segments of an arrow as boxes without width. */
const runsOf = ({ points }: PlacedArrow): Box[] =>
  points.slice(1).map(([bx, by], index): Box => {
    const [ax, ay] = points[index] as Point
    return {
      x: Math.min(ax, bx) - 0.6,
      y: Math.min(ay, by) - 0.6,
      width: Math.abs(ax - bx) + 1.2,
      height: Math.abs(ay - by) + 1.2,
    }
  })

const namesOf = (pairs: [string, string][]) => pairs.map(pair => pair.join(' and '))

describe.each(drawings.map(({ machine, layout }) => [machine.id, layout] as const))(
  'in the drawing of %s',
  (_id: string, layout: Layout) => {
    const boxes = layout.states.map(({ state, ...box }) => ({
      id: state.id,
      isLeaf: state.states.length === 0,
      ...box,
    }))
    const leaves = boxes.filter(({ isLeaf }) => isLeaf)
    const labels = layout.arrows.flatMap(({ arrow, label }) => (label ? [{ id: arrow.id, ...label }] : []))

    test('boxes are nested or do not overlap', () => {
      const wrong = boxes.flatMap((a, index) =>
        boxes.slice(index + 1).flatMap((b): [string, string][] => {
          const isInner = b.id.startsWith(`${a.id}.`)
          return (isInner ? isWithin(b, a) : !overlap(a, b)) ? [] : [[a.id, b.id]]
        }),
      )
      expect(namesOf(wrong)).toEqual([])
    })

    test('no label overlaps a state, a frame’s heading or another label, or lies outside the drawing', () => {
      const heads = boxes.filter(({ isLeaf }) => !isLeaf).map(box => ({ ...box, height: 26 }))
      const things = [...leaves, ...heads, ...labels]
      const wrong = labels.flatMap(label =>
        things
          .filter(thing => thing !== label && overlap(label, thing))
          .map((thing): [string, string] => [label.id, thing.id]),
      )
      expect(namesOf(wrong)).toEqual([])
      expect(labels.filter(label => !isWithin(label, boxes[0]!)).map(({ id }) => id)).toEqual([])
    })

    test('the notes of a frame fit into it', () => {
      const frames = layout.states.filter(({ state }) => state.states.length > 0)
      const wrong = frames.filter(({ notes, width }) => footWidth(notes) > width + 0.5)
      expect(wrong.map(({ state }) => state.id)).toEqual([])
    })

    test('no arrow crosses a state or the label of another arrow', () => {
      const wrong = layout.arrows.flatMap(placed => {
        const { id, from, to } = placed.arrow
        const things = [
          ...leaves.filter(box => box.id !== from && box.id !== to),
          ...labels.filter(label => label.id !== id),
        ]
        return runsOf(placed).flatMap(run =>
          things.filter(thing => overlap(run, thing)).map((thing): [string, string] => [id, thing.id]),
        )
      })
      expect(namesOf(wrong)).toEqual([])
    })

    test('no arrow crosses the heading or the notes of a frame', () => {
      const written = layout.states
        .filter(({ state }) => state.states.length > 0)
        .flatMap(placed => textBoxesOf(placed).map(box => ({ id: placed.state.id, ...box })))
      const wrong = layout.arrows.flatMap(placed =>
        runsOf(placed).flatMap(run =>
          written.filter(words => overlap(run, words)).map((words): [string, string] => [placed.arrow.id, words.id]),
        ),
      )
      expect(namesOf(wrong)).toEqual([])
    })

    test('text is readable at 100 %, and the drawing is no wider than a desktop screen', () => {
      expect(Math.min(...Object.values(fontSize))).toBeGreaterThanOrEqual(12)
      expect(layout.width).toBeLessThan(1600)
    })

    test('every arrow begins and ends at its states', () => {
      const edgeOf = (name: string, [x, y]: Point) => {
        const box = boxes.find(({ id }) => id === name)!
        return isWithin({ x, y, width: 0, height: 0 }, box)
      }
      const wrong = layout.arrows.filter(
        ({ arrow, points }) => !edgeOf(arrow.from, points[0]!) || !edgeOf(arrow.to, points.at(-1)!),
      )
      expect(wrong.map(({ arrow }) => arrow.id)).toEqual([])
    })
  },
)
