import { describe, expect, test, vi } from 'vitest'
import { assign, createActor, fromPromise, setup, stopChild, type AnyActorRef } from 'xstate'
import { createClock } from '#machines/journal/clock'
import type { Entry } from '#machines/journal/entry'
import { createRecorder } from '#machines/journal/recorder'
import { createReplayer } from '#machines/journal/replay'
import { createTestHost, settled } from '../../kit/system.ts'

const formMachine = setup({
  types: { context: {} as { text: string }, events: {} as { type: 'form.typed'; text: string } },
  actions: { store: assign({ text: (_, text: string) => text }) },
}).createMachine({
  id: 'form',
  context: { text: '' },
  on: { 'form.typed': { actions: { type: 'store', params: ({ event }) => event.text } } },
})

const rootMachine = setup({
  types: { events: {} as { type: 'form.close' } },
  actors: { form: formMachine, save: fromPromise(async () => 'saved') },
  actions: { stopForm: stopChild('form') },
}).createMachine({
  id: 'root',
  initial: 'open',
  states: {
    open: { invoke: { id: 'form', src: 'form' }, on: { 'form.close': 'closed' }, after: { 1_000: 'closed' } },
    closed: { invoke: { id: 'save', src: 'save', onDone: 'saved' } },
    saved: { type: 'final' },
  },
})

/** A recorded system. @param from - the number of the last entry before it */
function open(from = 0) {
  const entries: Entry[] = []
  const host = createTestHost()
  const clock = createClock(host)
  const recorder = createRecorder(clock, entry => entries.push(entry), from)
  const root = createActor(rootMachine, { id: 'root', clock: clock as never, inspect: recorder.inspect }).start()
  return { root, entries, host, recorder, form: root.getSnapshot().children.form as AnyActorRef }
}

describe('the recorder', () => {
  test('records what people send, timers and the outcomes of effects, with consecutive numbers', async () => {
    const { root, entries, form, recorder } = open(7)
    form.send({ type: 'form.typed', text: 'Mei' })
    root.send({ type: 'form.close' })
    await settled()
    expect(entries.map(({ seq, to, kind, event }) => [seq, to, kind, event.type])).toEqual([
      [8, 'root/form', 'send', 'form.typed'],
      [9, 'root', 'send', 'form.close'],
      [10, 'root/save', 'effect', 'xstate.promise.resolve'],
    ])
    expect(recorder.seq()).toBe(10)
    const timed = open()
    timed.host.fireNext()
    expect(timed.entries.map(({ to, kind }) => [to, kind])).toEqual([['root', 'timer']])
  })

  test('records nothing that is sent to a stopped actor, so that every entry can be replayed', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const { root, entries, form } = open()
    form.send({ type: 'form.typed', text: 'Mei' })
    root.send({ type: 'form.close' })
    form.send({ type: 'form.typed', text: 'too late' })
    await settled()
    root.send({ type: 'form.close' })
    expect(entries.map(({ event }) => event.type)).toEqual(['form.typed', 'form.close', 'xstate.promise.resolve'])
    // XState warns about each of the two
    expect(warned).toHaveBeenCalledTimes(2)
    warned.mockRestore()
    const replayer = createReplayer(rootMachine, null)
    for (const entry of entries) replayer.apply(entry)
    expect(replayer.root.getSnapshot()).toMatchObject({ value: 'saved', status: 'done' })
  })
})
