import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { initialCheckpoint } from '#machines/journal/resume'
import { schema, type Journal } from '#machines/journal/entry'
import { journalFileOf, readJournalFile } from '#machines/journal/journal-file'
import { fingerprints } from '#machines/journal/fingerprints'
import { readJournal } from '#machines/journal/read-journal'
import { canResume, startingPoint } from '#machines/shop/resume'
import type { PaymentSnapshot } from '#machines/payment/payment'
import { interruptedEffects } from '#src/journal/resume.ts'
import { currentFingerprints } from '../journals/fingerprints.ts'
import { visits } from '../journals/visits.ts'
import { openShop, type OpenShop } from '../kit/open-shop.ts'

const folder = fileURLToPath(new URL('../journals/', import.meta.url))
const schemas = readdirSync(folder, { withFileTypes: true }).flatMap(one => (one.isDirectory() ? [one.name] : []))
const textOf = (kept: string, name: string) => readFileSync(`${folder}${kept}/${name}.json`, 'utf8')

/** What a journal was kept as, which has to be one. */
function journalIn(text: string): { journal: Journal; skipped: number } {
  const read = readJournalFile(text)
  if ('reason' in read) throw new Error(read.reason)
  return read
}

/** A page load that goes on from a journal. */
async function goesOn(journal: Journal): Promise<OpenShop> {
  const { logic } = openShop()
  const at = (journal.entries.at(-1)?.at ?? 0) + 700
  const isInterrupted = (src: string) => interruptedEffects.includes(src)
  const point = startingPoint(logic, journal, initialCheckpoint(logic, at), isInterrupted)
  const shop = openShop(point.snapshot, point.seq, at)
  shop.root.start()
  await shop.settled()
  return shop
}

/** Where each of the kept visits leads, whatever schema it was kept in. */
const leads: Record<string, (shop: OpenShop) => void> = {
  'half-a-checkout'(shop) {
    const { value, context } = shop.at<CheckoutSnapshot>('checkout')
    expect(value).toMatchObject({ step: 'details', methods: 'ready' })
    expect(context.person).toEqual({ firstName: '美', lastName: 'Tran', email: 'mai@exam', telephone: '' })
    expect(context.tried).toEqual(['details'])
    const { lines, code } = shop.at<{ context: { lines: unknown[]; code: string } }>('cart').context
    expect([lines.length, code]).toEqual([1, 'WELC'])
  },
  'a-customer'(shop) {
    expect(shop.root.getSnapshot()).toMatchObject({ context: { customer: { customerId: 'mai' } } })
    expect(shop.at('profile')).toMatchObject({ context: { typed: { firstName: 'May', lastName: 'Nguyen' } } })
    expect(shop.at('search')).toMatchObject({ context: { text: '茶' } })
  },
  'a-payment-under-way'(shop) {
    expect(shop.at<CheckoutSnapshot>('checkout').value.step).toBe('paying')
    const { value, context } = shop.at<PaymentSnapshot>('checkout/payment')
    expect(value.flow).toBe('authorizing')
    expect([context.providerOrderId, context.order?.requestId]).toEqual(['PAY-1', 'visit/order/1'])
    expect(shop.waiting('authorizePayment')).toHaveLength(1)
  },
}

const howTo = `The shape of a chart has changed: journals in browsers that were written before do not fit it any more.
- Nobody has these journals yet (the schema was not released since): run 'npm run journals'.
- Somebody has: raise 'schema' in machines/journal/entry.ts, say in machines/journal/migrations.ts how a journal of the schema
  before becomes one of the new one, then run 'npm run journals'; what is in tests/journals of older schemas stays as it is.
- What these visits had is not worth it: run 'npm run journals'. They begin afresh, with the cart that the gateway has.`

describe('the shapes of the charts', () => {
  test('are the ones that journals are written with', () => {
    expect(fingerprints, howTo).toEqual(currentFingerprints())
  })
})

describe.each(schemas)('journals kept as %s', kept => {
  test('are those of every kept visit', () => {
    const names = readdirSync(`${folder}${kept}`).map(name => name.replace('.json', ''))
    expect(names.toSorted()).toEqual(Object.keys(visits).toSorted())
  })

  test.each(Object.keys(visits))('lead where they always did: %s', async name => {
    const { journal, skipped } = journalIn(textOf(kept, name))
    expect([canResume(journal), skipped], howTo).toEqual([true, 0])
    leads[name]!(await goesOn(journal))
  })
})

describe('a journal', () => {
  const name = 'half-a-checkout'
  const kept = () => JSON.parse(textOf(schema.replace('/', '-'), name)) as Journal

  test('of a chart with another shape does not fit, if it holds that chart', () => {
    const other = (chart: string) => ({ ...kept(), fingerprints: { ...fingerprints, [chart]: 'ffffffff' } })
    expect(['shop', 'cart', 'checkout', 'payment', 'lookup'].map(chart => canResume(other(chart)))).toEqual(
      Array(5).fill(false),
    )
    // nobody was there
    expect(['orders', 'registration'].map(chart => canResume(other(chart)))).toEqual([true, true])
  })

  test('of an unknown schema, or of charts that no upcaster knows, is not read', () => {
    const reason = (schemaThen: string) => ({
      reason: `This journal is written as ${schemaThen}; this build reads ${schema}.`,
    })
    expect(readJournal({ ...kept(), schema: 'shop/0' })).toEqual(reason('shop/0'))
    expect(readJournal({ ...kept(), schema: 'shop/1', fingerprints: { cart: 'ffffffff' } })).toEqual(reason('shop/1'))
  })

  test('goes on without an entry that is damaged, or that never was written, and says how many', async () => {
    const whole = kept()
    const at = whole.entries.findIndex(({ event }) => event.field === 'lastName')
    const damages: ((entries: unknown[]) => void)[] = [
      entries => entries.splice(at, 1),
      entries => entries.splice(at, 1, null),
      entries => entries.splice(at, 1, { ...whole.entries[at], event: 'gone' }),
    ]
    for (const damage of damages) {
      const entries: unknown[] = [...whole.entries]
      damage(entries)
      const { journal, skipped } = journalIn(JSON.stringify({ ...whole, entries }))
      expect(skipped).toBe(1)
      const { person } = (await goesOn(journal)).at<CheckoutSnapshot>('checkout').context
      expect(person).toMatchObject({ firstName: '美', lastName: '', email: 'mai@exam' })
    }
  })

  test('as a file can be read again, and a file that is none says why', () => {
    const { journal } = journalIn(textOf(schema.replace('/', '-'), name))
    const file = journalFileOf({ ...journal, before: journal }, 7, 'test', 'It stayed there.')
    expect(file).toMatchObject({ saved: 7, build: 'test', said: 'It stayed there.', before: journal })
    expect(readJournalFile(JSON.stringify(file))).toEqual({ journal, skipped: 0 })
    const reasons = ['{"schema"', '[]', JSON.stringify({ ...journal, checkpoint: { seq: 1 } })].map(readJournalFile)
    expect(reasons).toEqual([
      { reason: 'This file is not JSON, or it was cut off.' },
      { reason: 'This is JSON, but not a journal: it has no schema and no entries.' },
      { reason: 'The state that this journal begins with is damaged.' },
    ])
  })
})
