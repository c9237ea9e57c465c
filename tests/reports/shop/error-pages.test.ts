import { describe, expect, test } from 'vitest'
import type { Location } from '#contract/location'
import { checkpointFromServer } from '#src/start/server-state.ts'

const at = (pathname: string, search = ''): Location => ({ pathname, search, hash: '', state: null, key: 'default' })

/** The context that the browser continues with after the server rendered one path for the URL of another. */
function contextAfter(rendered: Location, here: Location) {
  const snapshot = { context: { requestedLocation: rendered, shown: rendered } }
  return (checkpointFromServer({ at: 0, snapshot, timers: [] }, here, 0).snapshot as typeof snapshot).context
}

describe('senchalabs/connect#460: a failure that a person sees as a program’s text', () => {
  test.each([
    ['a list', at('/main/product-list/0', '?by=search&q=xxx')],
    ['a checkout', at('/check-out', '?x=xxx')],
    ['an information page', at('/main/faq', '?q=xxx')],
  ])('the page for unknown paths stays when a refused URL begins like that of %s', (_what, here) => {
    expect(contextAfter(at('/404'), here)).toEqual({ requestedLocation: at('/404'), shown: at('/404') })
  })

  test.each([
    ['an unknown path', at('/404'), at('/%')],
    ['another view of a list', at('/main/product-list/0'), at('/main/product-list/0', '?view=list')],
  ])('%s is the browser’s own', (_what, rendered, here) => {
    expect(contextAfter(rendered, here)).toEqual({ requestedLocation: here, shown: here })
  })
})
