import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, type Actor } from 'xstate'
import type { Suggestions } from '#contract/suggestions'
import { shownOptions, suggestionsMachine, type SuggestionsEmitted } from '#machines/suggestions/suggestions'
import { lost } from '../../kit/outcomes.ts'
import { suggested, unknownCall } from '../../model/suggestions.model.ts'

/** A request that has not been answered. */
interface Request {
  text: string
  signal: AbortSignal
  answer(suggestions: Suggestions): void
  fail(refusal: object): void
}

const setUp = () => {
  const requests: Request[] = []
  const opened: string[] = []
  const emitted: SuggestionsEmitted[] = []
  const machine = suggestionsMachine.provide({
    actors: {
      readSuggestions: fromPromise<Suggestions, { text: string }>(
        ({ input, signal }) => new Promise((answer, fail) => requests.push({ ...input, signal, answer, fail })),
      ),
    },
    actions: { openChosen: ({ context }, optionId) => void opened.push(`${optionId} of “${context.text}”`) },
  })
  const actor = createActor(machine).start()
  actor.on('*', event => void emitted.push(event))
  return { actor, requests, opened, emitted }
}

const open = (actor: Actor<typeof suggestionsMachine>, text = '', recent: string[] = []) =>
  actor.send({ type: 'suggestions.open', text, recent })
const type = (actor: Actor<typeof suggestionsMachine>, text: string) => actor.send({ type: 'suggestions.type', text })
const keys = (actor: Actor<typeof suggestionsMachine>) => shownOptions(actor.getSnapshot()).map(({ key }) => key)
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

describe('the suggestions', () => {
  test('are asked for 200 ms after the last change of the text', async () => {
    const { actor, requests } = setUp()
    open(actor)
    type(actor, 'r')
    await vi.advanceTimersByTimeAsync(199)
    type(actor, 'ri')
    await vi.advanceTimersByTimeAsync(199)
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(requests.map(({ text }) => text)).toEqual(['ri'])
  })

  test('of a text are dropped with their request when it changes', async () => {
    const { actor, requests } = setUp()
    open(actor, 'ri')
    await vi.advanceTimersByTimeAsync(200)
    type(actor, 'rice')
    expect(requests[0]!.signal.aborted).toBe(true)
    requests[0]!.answer(suggested)
    await settle()
    expect(keys(actor)).toEqual([])
  })

  test('of a blank text are the recent searches, without a request', async () => {
    const { actor, requests } = setUp()
    open(actor, ' ', ['tea', 'tofu'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(requests).toEqual([])
    expect(keys(actor)).toEqual(['search-0', 'search-1'])
  })

  test('are neither asked for nor chosen while an input method composes a text', async () => {
    const { actor, requests, opened } = setUp()
    open(actor, '', ['茶'])
    actor.send({ type: 'suggestions.move', by: 1 })
    actor.send({ type: 'suggestions.compose' })
    expect(actor.getSnapshot().context.activeId).toBeNull()
    actor.send({ type: 'suggestions.move', by: 1 })
    actor.send({ type: 'suggestions.choose', optionId: 'search-0' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect([requests, opened]).toEqual([[], []])
    type(actor, '茶')
    await vi.advanceTimersByTimeAsync(200)
    expect(requests.map(({ text }) => text)).toEqual(['茶'])
  })

  test('are shown until those of the next text arrive, and the choice among them ends', async () => {
    const { actor, requests } = setUp()
    open(actor, 'ri')
    await vi.advanceTimersByTimeAsync(200)
    requests[0]!.answer(suggested)
    await settle()
    actor.send({ type: 'suggestions.move', by: 1 })
    expect(actor.getSnapshot().context.activeId).toBe('product-1')
    type(actor, 'rice')
    expect(keys(actor)).toEqual(['product-1', 'aisle-1'])
    expect(actor.getSnapshot().context.activeId).toBeNull()
    await vi.advanceTimersByTimeAsync(200)
    requests[1]!.answer({ products: [], aisles: [], brands: [{ id: 7, name: 'Rice & Co' }] })
    await settle()
    expect(keys(actor)).toEqual(['brand-7'])
  })

  test('that could not be read leave the recent searches, and the next change asks again', async () => {
    const { actor, requests } = setUp()
    open(actor, 'tea', ['green tea', 'tofu'])
    await vi.advanceTimersByTimeAsync(200)
    requests[0]!.fail(lost)
    await settle()
    expect(keys(actor)).toEqual(['search-0'])
    type(actor, 'te')
    await vi.advanceTimersByTimeAsync(200)
    expect(requests).toHaveLength(2)
  })

  test('that the gateway does not have are asked for once each time the list is opened', async () => {
    const { actor, requests } = setUp()
    open(actor, 'tea')
    await vi.advanceTimersByTimeAsync(200)
    requests[0]!.fail(unknownCall)
    await settle()
    type(actor, 'te')
    actor.send({ type: 'suggestions.compose' })
    type(actor, 'tea')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(requests).toHaveLength(1)
    actor.send({ type: 'suggestions.close' })
    open(actor, 'tea')
    await vi.advanceTimersByTimeAsync(200)
    expect(requests).toHaveLength(2)
  })

  test('close when one is chosen, whose page is opened', async () => {
    const { actor, requests, opened, emitted } = setUp()
    open(actor, 'ri')
    await vi.advanceTimersByTimeAsync(200)
    requests[0]!.answer(suggested)
    await settle()
    actor.send({ type: 'suggestions.choose', optionId: 'product-9' })
    expect(opened).toEqual([])
    actor.send({ type: 'suggestions.choose', optionId: 'product-1' })
    expect(opened).toEqual(['product-1 of “ri”'])
    expect(actor.getSnapshot().value).toBe('closed')
    expect(keys(actor)).toEqual([])
    expect(emitted.at(-1)).toEqual({ type: 'suggestion.chosen' })
  })

  test('keep the last five searches, each once', () => {
    const { actor, emitted } = setUp()
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', ' B ', '']) actor.send({ type: 'suggestions.remember', text })
    expect(actor.getSnapshot().context.recent).toEqual(['B', 'f', 'e', 'd', 'c'])
    actor.send({ type: 'suggestions.open', text: '', recent: ['B', 'f'] })
    actor.send({ type: 'suggestions.remove', text: 'B' })
    expect(emitted.at(-1)).toEqual({ type: 'recent.changed', recent: ['f'] })
  })

  test('are moved through with no option between the last and the first', () => {
    const { actor } = setUp()
    open(actor, '', ['tea', 'tofu'])
    const moved = ([1, 1, 1, 1, -1, -1] as const).map(by => {
      actor.send({ type: 'suggestions.move', by })
      return actor.getSnapshot().context.activeId
    })
    expect(moved).toEqual(['search-0', 'search-1', null, 'search-0', null, 'search-1'])
  })
})
