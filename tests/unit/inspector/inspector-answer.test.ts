import { describe, expect, test } from 'vitest'
import type { AnyEventObject } from 'xstate'
import type { Checkpoint } from '#machines/journal/entry'
import { createAnswer } from '#tools/inspector/answer'
import { refusalOf } from '#tools/inspector/events'
import type { Answered, Asked } from '#tools/inspector/protocol'
import { openShop, type OpenShop } from '../../kit/open-shop.ts'

/** A tab with a running shop, and its messages on the channel. @param loads - whether its page is still loading */
function openTab(loads: 'is there' | 'is loading' = 'is there') {
  const shop: OpenShop = openShop()
  const said: Answered[] = []
  let hear: (message: { data: Asked }) => void = () => {}
  const answer = createAnswer({
    channel: {
      postMessage: (message: Answered) => void said.push(JSON.parse(JSON.stringify(message)) as Answered),
      addEventListener: (_type: string, listener: unknown) => {
        hear = listener as typeof hear
      },
    } as never,
    tab: () => ({ id: 't1', journal: null, title: 'Cart', path: '/cart' }),
    now: () => 7,
    later: then => then(),
    refusalOf: async (machine, event) => refusalOf(machine, event),
  })
  shop.root.start()
  const begins = (from: Checkpoint | null) => answer.take({ shop: shop.root, from })
  if (loads === 'is there') begins(null)
  let told = 0
  return {
    shop,
    said,
    answer,
    begins,
    /** Sends the entries recorded since the last call to the inspected tab's side. */
    flush: () => shop.entries.slice(told).forEach(entry => (answer.take(entry), (told += 1))),
    async asks(asked: Asked) {
      hear({ data: asked })
      await shop.settled()
    },
    async sends(to: string, event: AnyEventObject) {
      await this.asks({ is: 'send', tab: 't1', to, event })
      return said.at(-1)
    },
  }
}

describe('an inspected tab', () => {
  test('announces itself, and sends nothing else until it is asked', async () => {
    const tab = openTab()
    await tab.asks({ is: 'hello' })
    tab.shop.send('search', { type: 'search.typed', value: 'tea' })
    tab.flush()
    expect(tab.said).toEqual([{ is: 'here', tab: { id: 't1', journal: null, title: 'Cart', path: '/cart' } }])
  })

  test('hands over its journal from the first entry on, then each entry', async () => {
    const tab = openTab()
    tab.shop.send('search', { type: 'search.typed', value: 'tea' })
    tab.flush()
    await tab.asks({ is: 'subscribe', tab: 't1' })
    expect(tab.said.at(-1)).toMatchObject({ is: 'journal', from: null, entries: [{ to: 'shop/search' }] })
    tab.shop.send('search', { type: 'search.typed', value: 'teal' })
    tab.flush()
    expect(tab.said.at(-1)).toMatchObject({ is: 'entry', entry: { event: { type: 'search.typed', value: 'teal' } } })
    await tab.asks({ is: 'unsubscribe', tab: 't1' })
    const { length } = tab.said
    tab.shop.send('search', { type: 'search.typed', value: '' })
    tab.flush()
    expect(tab.said).toHaveLength(length)
  })

  test('that is asked while its page loads sends the initial state as soon as it is known', async () => {
    const tab = openTab('is loading')
    await tab.asks({ is: 'subscribe', tab: 't1' })
    expect(tab.said).toEqual([])
    tab.begins({ seq: 33, at: 5, snapshot: { value: 'shown' }, timers: [] })
    expect(tab.said).toMatchObject([{ is: 'journal', from: { seq: 33, snapshot: { value: 'shown' } }, entries: [] }])
  })

  test('ignores messages for another tab', async () => {
    const tab = openTab()
    await tab.asks({ is: 'subscribe', tab: 't2' })
    await tab.asks({ is: 'send', tab: 't2', to: 'shop/search', event: { type: 'search.typed', value: 'x' } })
    expect(tab.said).toEqual([])
    expect(tab.shop.at<{ context: { text: string } }>('search').context.text).toBe('')
  })

  test('accepts an event for a machine', async () => {
    const tab = openTab()
    expect(await tab.sends('shop/search', { type: 'search.typed', value: 'tea' })).toEqual({ is: 'sent', tab: 't1' })
    expect(tab.shop.at<{ context: { text: string } }>('search').context.text).toBe('tea')
  })

  test.each([
    ['shop/search', { type: 'xstate.stop' }, 'Events of XState itself are not sent.'],
    ['shop/search', { type: 'search.typed' }, 'value: Expected a string, but received: undefined'],
    ['shop/search', { type: 'cart.reload' }, 'search takes no cart.reload from people.'],
    ['shop/gone', { type: 'cart.reload' }, 'There is no machine at shop/gone now.'],
    [
      'shop/list/readProducts/ask',
      { type: 'xstate.promise.resolve' },
      'There is no machine at shop/list/readProducts/ask now.',
    ],
  ])('refuses an event that %s does not accept: %j', async (to, event, why) => {
    const tab = openTab()
    const before = tab.shop.persisted()
    expect(await tab.sends(to, event)).toEqual({ is: 'refused', tab: 't1', why })
    expect(tab.shop.persisted()).toBe(before)
  })

  test('keeps a limited number of entries, and then begins again with its state', async () => {
    const tab = openTab()
    for (let count = 0; count < 20_000; count += 1) {
      tab.answer.take({ seq: count + 1, at: 0, to: 'shop/search', kind: 'send', event: { type: 'search.submit' } })
    }
    await tab.asks({ is: 'subscribe', tab: 't1' })
    expect(tab.said.at(-1)).toMatchObject({ is: 'journal', from: { seq: 20_000, at: 7 }, entries: [] })
  })
})
