import { paymentIn } from './invariants/invariant.ts'
import { answer } from './network.ts'
import { sendEvent, type StepContext } from './send-event.ts'

/** The buyer's actions in the provider's window. */
export const providerWindow = {
  approves(here: StepContext, id: string) {
    const made = here.world.store.provider.get(id)
    if (made?.status === 'created') made.status = 'approved'
    for (let times = here.random.chance(0.2) ? 2 : 1; times > 0; times -= 1)
      sendEvent(here, { to: 'checkout/orderAttempt/payment', event: { type: 'payment.approved', providerOrderId: id } })
  },
  /** The buyer approves, but the window closes before it reports the approval. */
  approvesUnheard(here: StepContext, id: string) {
    const made = here.world.store.provider.get(id)
    if (made?.status === 'created') made.status = 'approved'
    providerWindow.leaves(here)
  },
  leaves({ world, tab }: StepContext) {
    for (const one of world.pending.filter(({ name, page }) => name === 'windowLeft' && page === tab.page))
      answer(world, one)
  },
  cancels: (here: StepContext) =>
    sendEvent(here, { to: 'checkout/orderAttempt/payment', event: { type: 'payment.cancelled' } }),
  isDeclined({ world }: StepContext, id: string) {
    const made = world.store.provider.get(id)
    if (made?.status === 'created' || made?.status === 'approved') made.declines = 1
  },
}

export function moveProviderWindow(here: StepContext): void {
  const { world, tab, random } = here
  const id = paymentIn(tab.page)?.context.providerOrderId
  const isOpen = world.pending.some(({ name, page }) => name === 'windowLeft' && page === tab.page)
  if (!id || !isOpen) return
  providerWindow[random.weighted({ approves: 6, approvesUnheard: 1, leaves: 1, cancels: 1, isDeclined: 1 })](here, id)
}
