import type { ComponentType } from 'react'
import { createActor, fromPromise } from 'xstate'
import { describe, expect, test } from 'vitest'
import { carouselMachine, type CarouselEvent } from '#src/ui/carousel-machine.ts'
import type { RowProps } from '#src/ui/SlideRow.tsx'

/** The state of a carousel after events, and how often the other row was requested. */
async function after(events: readonly CarouselEvent[], row: 'loads' | 'fails' = 'loads') {
  let asked = 0
  const Row = (() => null) as ComponentType<RowProps>
  const replaceRow = fromPromise<{ Row: typeof Row }, HTMLElement>(async () => {
    asked += 1
    if (row === 'fails') throw new TypeError('Failed to fetch')
    return { Row }
  })
  const carousel = createActor(carouselMachine.provide({ actors: { replaceRow } })).start()
  for (const event of events) carousel.send(event)
  await new Promise(resolve => setImmediate(resolve))
  const { value, context } = carousel.getSnapshot()
  return { ...value, asked, isReplaced: context.Row === Row, index: context.index }
}

const wanted = { type: 'row.replace', carousel: {} as HTMLElement } as const
const events = (...types: Exclude<CarouselEvent['type'], 'row.replace' | 'slide.changed'>[]) =>
  types.map(type => ({ type }))

describe('the carousel machine', () => {
  test('plays automatically at first', async () => {
    expect(await after([])).toMatchObject({ rotation: 'automatic', hold: 'none', row: 'native' })
  })

  test('is paused while the pointer is over it', async () => {
    expect(await after(events('pointer.entered'))).toMatchObject({ rotation: 'automatic', hold: 'pointer' })
    expect(await after(events('pointer.entered', 'pointer.left'))).toMatchObject({ hold: 'none' })
  })

  test('stops when it is moved, and plays again when asked', async () => {
    expect(await after(events('carousel.stop', 'pointer.left'))).toMatchObject({ rotation: 'stopped' })
    expect(await after(events('carousel.stop', 'carousel.play'))).toMatchObject({ rotation: 'playing' })
  })

  test('is paused by focus on the pause button, and stops when the focus moves on', async () => {
    expect(await after(events('pause.focused'))).toMatchObject({ rotation: 'automatic', hold: 'focus' })
    expect(await after(events('pause.focused', 'focus.left'))).toMatchObject({ rotation: 'stopped', hold: 'none' })
  })

  test('plays under the pointer and the focus once Play is pressed', async () => {
    const played = events('pointer.entered', 'pause.focused', 'carousel.play')
    expect(await after(played)).toMatchObject({ rotation: 'playing', hold: 'none' })
    expect(await after([...played, ...events('focus.left')])).toMatchObject({ rotation: 'playing' })
  })

  test('replaces its row once, and keeps the visible slide', async () => {
    const replaced = await after([{ type: 'slide.changed', index: 2 }, wanted, wanted])
    expect(replaced).toMatchObject({ row: 'replaced', isReplaced: true, asked: 1, index: 2 })
  })

  test('keeps its row if the code of the other row can’t be loaded', async () => {
    expect(await after([wanted], 'fails')).toMatchObject({ row: 'replaced', isReplaced: false, asked: 1 })
  })
})
