import { orderKeyPrefix } from '#src/effects/order-keys.ts'
import { storageKeys } from '#src/effects/storage.ts'
import { sessionIn } from './invariants/invariant.ts'
import { answer } from './network.ts'
import { settled } from './pages.ts'
import { stateText } from './replay-check.ts'
import type { Pending, World } from './world.ts'

/** Calls and effects that can complete now. The provider's window completes in its own steps. */
export const completableCalls = (world: World): Pending[] =>
  world.pending.filter(one => one.isReady() && one.page.status === 'running' && one.name !== 'windowLeft')

export const completableRequests = (world: World) => completableCalls(world).filter(({ route }) => route !== null)

const sharedResponses: readonly string[] = [
  'reveal',
  'loadPage',
  'GET /category-menu',
  'GET /brand',
  'GET /banner',
  'POST /product/criteria',
  'GET /product',
]

/** Delivers a response. Checks that a response to a customer who has logged out changes nothing. */
export async function deliverResponse(world: World, one: Pending): Promise<void> {
  const { page, customerId, name, tab } = one
  const isLate =
    customerId !== null && customerId !== sessionIn(page).context.customer?.customerId && !name.endsWith('/logout')
  if (!isLate || sharedResponses.some(one => name.startsWith(one))) {
    answer(world, one)
    return settled()
  }
  // effects that an earlier response has started; deleting journals takes several turns
  for (let turn = 0; turn < 1 || (turn < 4 && sessionIn(page).value.who === 'forgetting'); turn += 1) await settled()
  // a placed order ends its session in every tab; an order whose outcome is known is no longer stored (K11)
  const { requestId } = (one.body ?? {}) as { requestId?: string }
  const ofOrder = name === 'POST /order' ? [storageKeys.session, `${orderKeyPrefix}${requestId}`] : []
  const kept = () => [...world.storage].filter(([key]) => !ofOrder.includes(key))
  const text = () => stateText(page) + JSON.stringify(kept())
  const before = text()
  const isStored = one.token === page.shopStorage.token()
  answer(world, one)
  await settled()
  const after = text()
  // after the clock was set, a token can be refused that is still stored: that ends its login
  const isRefused = isStored && world.clockStatus === 'set' && one.reply?.http === 401
  if (tab.page === page && before !== after && !isRefused)
    world.violations.push(`S4: ${name} changed data of another shopper`)
}
