import { describe, expect, test } from 'vitest'
import { effectWords } from '#tools/flows/answers'
import { readMachines } from '#tools/flows/read-machines'
import { fillTemplate } from '#tools/flows/fill'
import { delayWords, eventWords, sentenceFor } from '#tools/flows/sentences'
import { done, fails } from '#tools/walks/graph'
import { lost, refused, rice } from '../../kit/outcomes.ts'
import { walked } from '../../model/walked.ts'

const machines = readMachines()
const namesIn = (pattern: RegExp) => [
  ...new Set(machines.flatMap(({ transitions }) => transitions.flatMap(({ event }) => pattern.exec(event)?.[1] ?? []))),
]

describe('there is a sentence for', () => {
  test('every event that a machine handles, and for no other', () => {
    const events = machines.flatMap(({ transitions }) =>
      transitions.filter(({ kind }) => kind === 'event').map(({ event }) => event),
    )
    expect(Object.keys(eventWords).toSorted()).toEqual([...new Set(events)].toSorted())
  })
  test('every effect that a machine waits for, and for no other', () => {
    expect(Object.keys(effectWords).toSorted()).toEqual(namesIn(/^xstate\.(?:done|error)\.actor\.(.+)$/).toSorted())
  })
  test('every delay of a machine, and for no other', () => {
    expect(Object.keys(delayWords).toSorted()).toEqual(namesIn(/^xstate\.after\.([^.]+)\./).toSorted())
  })
})

describe('the sentences of all events in the models', () => {
  const said = walked.flatMap(({ graph }) => graph.edges.map(({ event }) => [event, sentenceFor(event)] as const))

  test('exist, and contain the data', () => {
    expect(said.length).toBeGreaterThan(0)
    const wrong = said.filter(([, words]) => words === '' || /[{}[\]|]|undefined|null|NaN|object/.test(words))
    expect(wrong.map(([{ type }, words]) => `${type}: ${words}`)).toEqual([])
  })
})

test('data is formatted for people', () => {
  expect(fillTemplate('adds {name}', { name: 'Tea' })).toBe('adds Tea')
  expect(fillTemplate('leaves the {field~}', { field: 'person.firstName' })).toBe('leaves the first name')
  expect(fillTemplate('costs {total$}, or {fee$$}', { total: 2540, fee: 9.5 })).toBe('costs $25.40, or $9.50')
  expect(
    fillTemplate('a cart [with {lines}|with nothing]', { lines: [{ productName: 'Tea', quantity: 2 }, rice] }),
  ).toBe(`a cart with 2 × Tea, ${rice.name}`)
  expect(fillTemplate('a cart [with {lines}|with nothing]', { lines: [] })).toBe('a cart with nothing')
})

test('the sentence of a failed effect has the reason', () => {
  expect(sentenceFor(fails('addLine', lost))).toBe('The gateway was asked to add the line, but the response was lost')
  expect(sentenceFor(fails('addLine', refused))).toBe('The gateway refuses to add the line: “Only 3 are left.”')
  expect(sentenceFor(fails('addLine', { code: 'interrupted' }))).toContain('but the page was left')
  expect(sentenceFor(done('readBrands', { refusal: refused }))).toBe(
    'The gateway can’t send the brands: “Only 3 are left.”',
  )
})
