import type { AddressesContext } from '#machines/account/addresses'
import type { CartContext } from '#machines/cart/cart-setup'
import type { ProfileContext } from '#machines/account/profile'
import type { RegistrationContext } from '#machines/registration/registration'
import { checkoutIn, shopIn, stepIn } from './invariants/invariant.ts'
import { stateOf, type Page } from './world.ts'

/** Input of a page, by machine, and the number of logouts before it. */
export interface Typed {
  left: number
  charts: Record<string, unknown>
}

const contextOf = <Context>(page: Page, chart: string) => stateOf<{ context: Context }>(page, chart)?.context

function inCheckout(page: Page): unknown {
  const checkout = checkoutIn(page)
  if (!checkout) return undefined
  const { person, billing, delivery, deliverTo, savedId, payment, comment } = checkout.context
  return [person, billing, delivery, deliverTo, savedId, payment, stepIn(checkout) === 'placed' ? '' : comment]
}

function inRegistration(page: Page): unknown {
  const { person, address, ticked } = contextOf<RegistrationContext>(page, 'registration') ?? {}
  return person && [person, address, ticked]
}

/** What was typed; passwords are the vault's. */
export function typedIn(page: Page): Typed {
  const { invalidQuantities, code } = contextOf<CartContext>(page, 'cart')!
  const charts = {
    checkout: inCheckout(page),
    registration: inRegistration(page),
    profile: contextOf<ProfileContext>(page, 'profile')?.typed,
    addresses: contextOf<AddressesContext>(page, 'addresses')?.drafts,
    login: contextOf<{ email: string }>(page, 'login')?.email,
    forgotten: contextOf<{ email: string }>(page, 'forgotten')?.email,
    newsletter: contextOf<{ email: string }>(page, 'newsletter')?.email,
    search: contextOf<{ text: string }>(page, 'search')?.text,
    cart: [invalidQuantities, code],
  }
  return { left: shopIn(page).context.left, charts }
}

/**
 * What of it is not there any more, or is another.
 *
 * @param left - the number of logouts if there is none now: as before, or none after a reload
 * @returns the chart that has lost it; null where none has, or where the shopper has left
 */
export function lostOf(before: Typed, after: Typed, left = before.left): string | null {
  if (left !== after.left) return null
  for (const [chart, typed] of Object.entries(before.charts)) {
    const [was, is] = [JSON.stringify(typed), JSON.stringify(after.charts[chart])]
    if (typed !== undefined && was !== is) return `${chart}: ${was} became ${is}`
  }
  return null
}
