import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Order } from '#contract/order'
import { isReportable } from '#contract/order-problem'
import type { Refusal } from '#contract/refusal'
import { isChangeable } from '#machines/order-change/change-draft'
import { isCancellable, ownOrderMachine, type OwnOrderContext } from '#machines/orders/own-order'
import type { ModelPage } from '../../kit/page-model.ts'
import { packing } from '../../model/order-change.model.ts'
import { cancelledOrder, ownOrderModel, versionedOrder } from '../../model/own-order.model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { refusesWith } from './order-change.ts'
import { enters } from './ways.ts'

const contextOf = (state: AnyMachineSnapshot) => state.context as OwnOrderContext
const main = ({ page }: ModelPage) => page.getByRole('main')
const dialog = ({ page }: ModelPage) => page.getByRole('dialog')

/** The shopper raises a quantity, and saves the change with the confirmed amounts. */
async function savesChange(page: ModelPage) {
  await main(page)
    .getByRole('button', { name: /^Increase quantity/ })
    .click()
  await page.page.clock.runFor(400)
  await page.answers('previewOrderChange', { data: versionedOrder })
  await main(page).getByRole('button', { name: 'Save changes', disabled: false }).click()
}

/** The shopper enters a report and sends it. */
export async function entersReport(page: ModelPage) {
  await main(page).getByRole('checkbox').first().check()
  await main(page).locator('form').getByText('It is damaged or spoiled').click()
  await main(page).getByRole('button', { name: 'Send report' }).click()
}

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'page.open': {
      const { pathname } = event.location as { pathname: string }
      if (!page.isVisited()) return page.visits(`${pathname}?key=link`, null, null)
      const made = page.made('orderByLink')
      await enters(page, pathname)
      // the request of the page before is not answered any more
      if (before.matches('reading')) await page.waitsForNewCall('orderByLink', made)
      return undefined
    }
    case 'order.reload':
      return main(page).getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    case 'cancellation.ask':
      return main(page).getByRole('button', { name: 'Cancel order' }).click()
    case 'problem.open':
      return main(page).getByRole('button', { name: 'Something is wrong' }).click()
    case 'problem.sent':
      await entersReport(page)
      return page.answers('reportProblem', { data: event.order as Order })
    case 'problem.dismissed':
      return main(page).getByRole('button', { name: 'Close' }).click()
    case 'problem.outdated':
      await entersReport(page)
      await page.loses('reportProblem')
      return main(page).getByRole('button', { name: 'Load the order again' }).click()
    case 'change.open':
      return main(page).getByRole('button', { name: 'Change order' }).click()
    case 'change.saved':
      await savesChange(page)
      return page.answers('changeOrder', { data: versionedOrder })
    case 'change.discarded':
      return main(page).getByRole('button', { name: 'Discard changes' }).click()
    case 'change.refused':
      await savesChange(page)
      return refusesWith(page, 'changeOrder', packing)
    case 'change.outdated':
      await savesChange(page)
      await page.loses('changeOrder')
      return main(page).getByRole('button', { name: 'Load the order again' }).click()
    case 'cancellation.confirm':
      return dialog(page)
        .getByRole('button', { name: /^(Yes, cancel it|Try again)$/ })
        .click()
    case 'cancellation.dismiss':
      return dialog(page)
        .getByRole('button', { name: /^(Keep the order|Close)$/ })
        .click()
    case 'xstate.done.actor.readOwnOrder': {
      const { order } = event.output as { order: Order }
      return page.answers('orderByLink', { data: order })
    }
    case 'xstate.done.actor.cancelOrder':
      return page.answers('cancelOrder', { data: cancelledOrder })
    default: {
      const { code, status, message } = event.error as Refusal
      const call = event.actorId === 'cancelOrder' ? 'cancelOrder' : 'orderByLink'
      return code === 'lost' ? page.loses(call, call === 'cancelOrder' ? 1 : 2) : page.refuses(call, status, message)
    }
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  if (state.matches('unopened')) return
  const { read, refusal, changeRefusal } = contextOf(state)
  const isChanging = state.matches({ shown: 'changing' })
  const isReporting = state.matches({ shown: 'reporting' })
  const heading = state.matches('gone')
    ? 'This link does not work any more'
    : read === null
      ? 'Order'
      : `Order ${read.order.orderNumber}`
  const asks = ['confirming', 'cancelling', 'unanswered'].find(name => state.matches({ shown: name })) ?? null
  await expect
    .poll(async () => ({
      heading: await main(page).locator('h1').textContent(),
      hasKey: page.page.url().includes('key='),
      alerts: await main(page).locator('[role="alert"]').count(),
      asks: await dialog(page).count(),
      canAsk: await main(page)
        .locator('section button', { hasText: /^Cancel order$/ })
        .count(),
      canChange: await main(page).getByRole('button', { name: 'Change order' }).count(),
      changes: await main(page).getByRole('heading', { name: 'Change your order' }).count(),
      isChanged: await main(page).getByText('Your order is changed.').count(),
      isCancelled: await main(page).getByText('Your order is cancelled.').count(),
      canReport: await main(page).getByRole('button', { name: 'Something is wrong' }).count(),
      reports: await main(page).getByRole('heading', { name: 'Something is wrong' }).count(),
      isReported: await main(page).getByText('We answer on this page and by email.').count(),
    }))
    .toEqual({
      heading,
      hasKey: false,
      alerts: [
        state.matches('gone'),
        state.matches('unreachable'),
        read !== null && refusal !== null,
        read !== null && changeRefusal !== null,
        asks === 'unanswered',
      ].filter(Boolean).length,
      asks: asks === null ? 0 : 1,
      canAsk: read !== null && isCancellable(read.order) && !isChanging ? 1 : 0,
      canChange: read !== null && isChangeable(read.order) && !isChanging ? 1 : 0,
      changes: isChanging ? 1 : 0,
      isChanged: state.matches({ shown: 'changed' }) ? 1 : 0,
      isCancelled: state.matches({ shown: 'cancelled' }) ? 1 : 0,
      canReport: read !== null && isReportable(read.order) && !isReporting ? 1 : 0,
      reports: isReporting ? 1 : 0,
      isReported: isReporting || state.matches({ shown: 'reported' }) ? 1 : 0,
    })
  if (state.matches('reading')) await expect.poll(() => page.isPending('orderByLink')).toBe(true)
}

export const ownOrderWalks: WalkedMachine = {
  machine: ownOrderMachine,
  walks: [
    {
      name: 'with a link',
      // while the question is open nothing beside it can be pressed
      model: only(ownOrderModel, (state, { type }) => state.matches('unopened') === false || type === 'page.open'),
      actorPath: 'shop/ownOrder',
      answeredCalls: ['orderByLink', 'cancelOrder', 'previewOrderChange', 'changeOrder', 'reportProblem'],
      causeEvent,
      checkPage,
    },
  ],
}
