import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Unknown as State, whyUnknown } from '#machines/orders/selectors'
import { UnknownOrder } from '#src/orders/UnknownOrder.tsx'

const textOf = (state: State, why: ReturnType<typeof whyUnknown>) =>
  renderToStaticMarkup(<UnknownOrder state={state} why={why} retries={1} sentAt={null} send={() => {}} />)

describe('the page about an order that met a rate limit', () => {
  test('says that the order is sent again only while it is', () => {
    expect(textOf('pausing', 'busy')).toContain('We’ll send your order again')
    expect(textOf('unanswered', 'busy')).not.toContain('send your order again')
    expect(textOf('abandoning', 'busy')).not.toContain('send your order again')
  })

  test('does not blame the connection', () => {
    expect(textOf('unanswered', 'busy')).toContain('Wait a moment, then ask again')
    expect(textOf('unanswered', 'busy')).not.toMatch(/connection/i)
    expect(textOf('unanswered', null)).toContain('Check your connection, then ask again')
  })
})
