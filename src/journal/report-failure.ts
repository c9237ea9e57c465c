import { pageOf } from '#contract/paths'
import type { ShopActor } from '#machines/shop/shop'

/** The place in the shop's files where an error was created: 'shop-D6O9go.js:2:1234'. */
const placeIn = (stack: string): string =>
  /[\w-]+\.[jt]sx?(?:\?[^:\s]*)?:\d+:\d+/.exec(stack)?.[0].replace(/\?[^:]*/, '') ?? ''

/**
 * An error as a text for reports: its name, its message without what is quoted (it may be what the shopper typed) and without queries of
 * URLs, and where it was created.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'Not an error'
  const message = error.message
    .replaceAll(/"[^"]*"?|“[^”]*”?|‘[^’]*’?|`[^`]*`?|(?<!\w)'[^']*'?/g, '…')
    .replaceAll(/\?\S*/g, '')
    .replaceAll(/\S+@\S+/g, '…')
  return [`${error.name}: ${message.slice(0, 200)}`, placeIn(error.stack ?? '')].filter(Boolean).join(' at ')
}

/** Records in the journal that a part of the page could not be rendered. */
export function reportFailure(shop: ShopActor, error: unknown): void {
  const { shown, requestedLocation } = shop.getSnapshot().context
  shop.send({
    type: 'page.failed',
    page: pageOf((shown ?? requestedLocation)?.pathname ?? ''),
    error: errorText(error),
  })
}
