import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { problemKindNames, type ProblemKind } from '#contract/order-problem'
import type { Refusal } from '#contract/refusal'
import {
  orderProblemMachine,
  type OrderProblemContext,
  type OrderProblemSnapshot,
} from '#machines/order-problem/order-problem'
import { reportedCount, shownErrors } from '#machines/order-problem/selectors'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import { rice } from '../../kit/outcomes.ts'
import { answerAlways } from '../../kit/page-calls.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { deliveredOrder, orderProblemModel, photographModel } from '../../model/order-problem.model.ts'
import { enters, pathOf } from './ways.ts'

const contextOf = (state: AnyMachineSnapshot) => state.context as OrderProblemContext
const main = ({ page }: ModelPage) => page.getByRole('main')
const press = (page: ModelPage, name: string) => main(page).getByRole('button', { name, exact: true }).click()

/** A file that the browser can't decode: it is sent as it is. */
const file = (bytes: number) => ({ name: 'bag.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(bytes, 1) })

/** What the page offers in a state. */
function isOffered(state: AnyMachineSnapshot, event: AnyEventObject): boolean {
  if (state.matches('closed')) return event.type === 'problem.start'
  const { form } = contextOf(state)
  switch (event.type) {
    // the page closes the form by the two other events
    case 'problem.close':
      return false
    case 'problem.chooseLine':
      return reportedCount(contextOf(state), 1) !== event.quantity
    case 'problem.chooseKind':
      return form.kind !== event.kind
    case 'problem.typeComment':
      return form.comment !== event.text
    case 'problem.removePhotograph':
      return form.photograph !== null
    // a page that was loaded again has lost it: another test does so
    case 'xstate.done.actor.watchPhotograph':
    case 'xstate.error.actor.watchPhotograph':
      return false
    default:
      return true
  }
}

async function causeEvent(page: ModelPage, event: AnyEventObject): Promise<unknown> {
  switch (event.type) {
    case 'problem.start':
      return press(page, 'Something is wrong')
    case 'problem.end':
      return enters(page, pathOf(page) === '/order/1001' ? '/order/1002' : '/order/1001')
    case 'problem.chooseLine':
      return main(page)
        .getByRole('checkbox', { name: rice.name })
        .setChecked(event.quantity !== 0)
    case 'problem.chooseKind':
      return main(page)
        .getByText(problemKindNames[event.kind as ProblemKind])
        .click()
    case 'problem.typeComment':
      return main(page)
        .getByLabel('Tell us more')
        .fill(event.text as string)
    case 'problem.choosePhotograph':
      return main(page)
        .getByLabel('Photograph', { exact: true })
        .setInputFiles(file(event.bytes as number))
    case 'problem.removePhotograph':
      return press(page, 'Remove photograph')
    case 'problem.send':
      return main(page)
        .getByRole('button', { name: /^(Send report|Try again)$/ })
        .click()
    case 'problem.dismiss':
      return main(page)
        .getByRole('button', { name: /^(Close|Load the order again)$/ })
        .click()
    case 'xstate.done.actor.reportProblem':
      // the next report is of the same order
      return page.answers('reportProblem', { data: deliveredOrder })
    default: {
      const { code, status, message, field } = event.error as Refusal
      if (code === 'lost') return page.loses('reportProblem')
      return (await page.taken('reportProblem')).fulfill({ json: { statusCode: status, message, field } })
    }
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const isOpen = !state.matches('closed')
  const context = contextOf(state)
  const errors = isOpen ? Object.values(shownErrors(state as OrderProblemSnapshot)) : []
  await expect
    .poll(async () => ({
      form: await main(page).getByRole('heading', { name: 'Something is wrong' }).count(),
      chosen: await main(page).getByRole('checkbox', { checked: true }).count(),
      kind: await main(page).getByRole('radio', { checked: true }).count(),
      photograph: await main(page).getByRole('img', { name: 'The chosen photograph' }).count(),
      isTooLarge: await main(page).getByText('The photograph has more than 8 MB.').count(),
      isUnanswered: await main(page).getByText('We didn’t get an answer.').count(),
      links: await main(page).locator('form li a').allTextContents(),
    }))
    .toEqual({
      form: isOpen ? 1 : 0,
      chosen: isOpen && context.form.lines.length > 0 ? 1 : 0,
      kind: isOpen && context.form.kind !== null ? 1 : 0,
      photograph: isOpen && context.form.photograph !== null ? 1 : 0,
      isTooLarge: isOpen && context.photographLoss === 'too-large' ? 1 : 0,
      isUnanswered: state.matches('unanswered') ? 1 : 0,
      links: errors,
    })
  if (state.matches('sending')) await expect.poll(() => page.isPending('reportProblem')).toBe(true)
}

const walk = (name: string, model: PageWalk['model']): PageWalk => ({
  name,
  model: only(model, isOffered),
  actorPath: 'shop/ownOrder/orderProblem',
  answeredCalls: ['reportProblem'],
  async prepare(page: ModelPage) {
    await answerAlways(page.page, 'orderByLink', { json: { statusCode: 200, data: deliveredOrder } })
    await page.visits('/order/1001?key=link', null, null)
  },
  causeEvent,
  checkPage,
})

export const orderProblemWalks: WalkedMachine = {
  machine: orderProblemMachine,
  walks: [walk('a report', orderProblemModel), walk('its photograph', photographModel)],
  untaken: Object.fromEntries(
    ['editing', 'unanswered'].flatMap(state => [
      [
        `orderProblem.${state} | xstate.done.actor.watchPhotograph | (stays)`,
        'A page that is loaded again has lost the photograph: the browser test of reports takes it',
      ],
      [
        `orderProblem.${state} | xstate.error.actor.watchPhotograph | (stays)`,
        'The effect never fails: it only looks for what the page has',
      ],
    ]),
  ),
}
