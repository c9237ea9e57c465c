import { identityIn } from '#src/effects/token.ts'
import { isExpired, lastTimeIn } from '#src/journal/retention.ts'
import { formInputOf, lostInput, type FormInput } from './form-input.ts'
import { customerOf } from './user-events.ts'
import type { Page, Tab, World } from './world.ts'

/** Machines that another one needs: it is not resumed without them. */
const neededBy: Record<string, readonly string[]> = {
  cart: ['session'],
  checkout: ['orderAttempt', 'payment', 'places', 'lookup', 'lock', 'slots'],
  registration: ['places', 'lookup'],
  addresses: ['places', 'lookup'],
}

/** The parts of a stored journal that a check reads. */
type StoredHead = Parameters<typeof lastTimeIn>[0] & { id: string; begunAt: number }

/** The form input of tabs whose journal is stored, so that the next page load resumes it. */
export async function storedInput(world: World, tabs: readonly (Tab & { page: Page })[]): Promise<TypedInput[]> {
  // a journal of the future is expired
  if (world.clockStatus === 'set') return []
  const { heads, entries } = await world.browser.journals()
  // one of a tab without activity for a day is deleted by the next page load
  const isKept = (head: StoredHead) => {
    const last = entries.findLast(({ journal }) => journal === head.id)
    return !isExpired(lastTimeIn(head, last) || head.begunAt, world.now)
  }
  const ids = (heads as StoredHead[]).filter(isKept).map(({ id }) => id)
  return tabs
    .filter(
      ({ page, storage }) =>
        ids.includes(storage.get('shop.journal') ?? '') && isShopperStored(world, page) && !page.isDatabaseClosed,
    )
    .map(tab => ({ tab, page: tab.page, typed: formInputOf(tab.page), isResumed: true }))
}

/** Whether the journal of a page is neither deleted, too old nor of the future, and can be written. */
export const isJournalKept = (world: World, page: Page): boolean =>
  !page.isDatabaseClosed &&
  world.monotonic >= page.unstoredUntil &&
  !isExpired(page.entries.at(-1)?.at ?? page.checkpoint?.at ?? world.now, world.now)

/**
 * Whether the shopper of a page is the one of the stored token. Otherwise the next page load is another shopper's: the token has expired,
 * or another tab has logged in or out and this one does not know of it yet.
 */
export function isShopperStored(world: World, page: Page): boolean {
  const identity = identityIn(page.shopStorage.token(), world.now)
  if (identity.is === 'guest') return customerOf(page) === null
  return identity.is === 'customer' && identity.customer.customerId === customerOf(page)
}

/** Form input before a step, with its page. `isResumed`: the next page load has to resume it. */
interface TypedInput {
  tab: Tab
  page: Page
  typed: FormInput
  isResumed: boolean
}

/** Whether the journal of a page may hold a customer's data. */
const holdsCustomer = ({ checkpoint, entries }: Page): boolean =>
  /"customerId":"/.test(JSON.stringify([checkpoint, entries]))

/** Reports form input that was lost. @param name - the invariant */
export function compareFormInput(world: World, before: readonly TypedInput[], name = 'K7b'): void {
  for (const { tab, page, typed, isResumed } of before) {
    if (!tab.page || (tab.page !== page && !isResumed)) continue
    const isChanged = (id: string) => page.build[id] !== tab.page!.build[id]
    // without the session machine it is unknown whose data a journal holds
    if (isChanged('session') && holdsCustomer(page)) continue
    // a machine that the next build has changed starts again
    for (const id of Object.keys(typed.machines))
      if ([id, ...(neededBy[id] ?? [])].some(isChanged)) delete typed.machines[id]
    // without the cart and the settings the checkout does not reach every state: how to pay is chosen again, in a step that is open then
    const isPartial = ['cart', 'session'].some(isChanged)
    // the next order begins with a cart that holds something, which is not known then
    const isNextOrder = [...tab.placedKeys, ...page.placedKeys].length > 0
    if (isPartial && (isNextOrder || page.isChangedWhileQuoting)) delete typed.machines.checkout
    const lost = lostInput(typed, formInputOf(tab.page), { left: tab.page === page ? typed.left : 0, isPartial })
    if (lost && world.storageStatus === 'open') world.violations.push(`${name}: ${lost}`)
  }
}
