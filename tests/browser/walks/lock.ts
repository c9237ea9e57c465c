import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { HandedCheckout } from '#machines/checkout/context'
import { lockMachine } from '#machines/checkout/lock'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import type { ModelPage } from '../../kit/page-model.ts'
import { answers } from '../../kit/outcomes.ts'
import { lockModel } from '../../model/lock.model.ts'
import { asksNoFee, comes, opensCheckout, reloads } from './counter.ts'
import { claimsAre, handsOver, holdsClaims, isHeld, releasesElsewhere, takesInOtherTab } from './other-tab.ts'

/** The way to take over; its name differs while the lock is requested. */
const button = ({ page }: ModelPage) => page.getByRole('main').getByRole('button', { name: 'Continue here' })
const isInOtherTab = ({ page }: ModelPage) =>
  page.getByRole('heading', { name: 'Your checkout is open in another tab' }).isVisible()

/** Opens the checkout; delivery methods do not matter here. */
async function opens(page: ModelPage) {
  await opensCheckout(page)
  await page.answers('deliveryMethods', { listData: answers.readMethods as object[] })
}

/** The outcome of this tab's request for the checkout lock. */
export async function claimEnds(page: ModelPage, { actorId, output }: AnyEventObject) {
  const { is, handed } = (output ?? {}) as { is?: 'held' | 'otherTab'; handed?: HandedCheckout | null }
  if (actorId === 'takeLockOver') await handsOver(page, handed ?? null)
  else if (is === 'otherTab') await takesInOtherTab(page)
  else await releasesElsewhere(page)
  await claimsAre(page, is === undefined ? 'blocked' : 'going on')
  if (is === 'otherTab') {
    const waits = async () => {
      await page.page.clock.runFor(100)
      return button(page).isVisible()
    }
    await expect.poll(waits, { message: 'the other tab is found to hold the checkout' }).toBe(true)
  } else if (is === 'held') await isHeld(page)
  return claimsAre(page, 'waiting')
}

async function causeEvent(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'lock.request':
      return opens(page)
    case 'lock.takeOver':
      return button(page).click()
    case 'xstate.done.actor.watchLock':
      return takesInOtherTab(page)
    case 'xstate.error.actor.watchLock':
      // a reload checks again whether this tab has the checkout
      await reloads(page, asksNoFee)
      return page.answers('deliveryMethods', { listData: answers.readMethods as object[] })
    default:
      return claimEnds(page, event)
  }
}

async function checkPage(page: ModelPage, { value }: AnyMachineSnapshot) {
  // the steps or the other tab, whichever was shown before
  if (value === 'requesting') return
  await expect.poll(() => isInOtherTab(page)).toBe(value !== 'holding')
  if (value === 'otherTab') await button(page).waitFor()
  if (value === 'taking') await page.page.getByText('Moving it here…').waitFor()
}

const walkOf = (name: string, isOffered: (event: AnyEventObject) => boolean): PageWalk => ({
  name,
  model: only(lockModel, (_, event) => isOffered(event)),
  actorPath: 'shop/checkout/lock',
  answeredCalls: ['begin', 'cart', 'deliveryMethods'],
  async prepare(page) {
    await holdsClaims(page)
    await comes(page, asksNoFee)
    await opens(page)
  },
  causeEvent,
  checkPage,
  control: (page, { type }) => (type === 'lock.takeOver' ? button(page) : null),
})

/** A tab that steals the lock never finds it held, and a request fails only without Web Locks. */
const isPossible = ({ type, actorId, output }: AnyEventObject) =>
  type !== 'xstate.error.actor.requestLock' &&
  !(actorId === 'takeLockOver' && (output as { is: string } | undefined)?.is === 'otherTab')

export const lockWalks: WalkedMachine = {
  machine: lockMachine,
  walks: [
    walkOf('two tabs', isPossible),
    walkOf('a browser without locks', ({ type }) => type === 'xstate.error.actor.requestLock'),
  ],
}
