import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { newsletterMachine } from '#machines/newsletter/newsletter'
import { newsletterModel } from '../../model/newsletter.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import type { WalkedMachine } from '#tools/walks/page-walk'

const part = ({ page }: ModelPage) => page.getByRole('region', { name: 'Newsletter' })
const field = (page: ModelPage) => part(page).getByRole('textbox', { name: 'Email' })
const button = (page: ModelPage) => part(page).getByRole('button', { name: 'Subscribe' })

const actorPath = 'shop/newsletter'

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  switch (event.type) {
    case 'newsletter.typed':
      // a logout while the request is in flight; its response arrives afterwards
      if (before.matches('submitting')) {
        await page.sends(actorPath, event)
        return page.answers('subscribeNewsletter', {})
      }
      return field(page).fill(event.value as string)
    case 'newsletter.submit':
      return button(page).click()
    case 'xstate.done.actor.subscribe':
      return page.answers('subscribeNewsletter', {})
    default:
      return page.loses('subscribeNewsletter')
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot, { type }: AnyEventObject) {
  const { email } = state.context as { email: string }
  const isSending = state.matches('submitting')
  await expect.poll(() => field(page).inputValue()).toBe(email)
  await expect.poll(() => button(page).isDisabled()).toBe(isSending || email === '')
  await expect.poll(() => button(page).getAttribute('aria-busy')).toBe(isSending ? 'true' : null)
  if (type.startsWith('xstate.done')) {
    // a toast is rendered separately
    const said = async () => {
      await page.page.clock.runFor(20)
      return page.page.getByText('You have successfully subscribe to our newsletter.').count()
    }
    await expect.poll(said).toBeGreaterThan(0)
  }
}

export const newsletterWalks: WalkedMachine = {
  machine: newsletterMachine,
  walks: [
    {
      name: 'its form',
      model: newsletterModel,
      actorPath,
      answeredCalls: ['subscribeNewsletter'],
      prepare: page => page.visits('/main/product-list/0', null),
      causeEvent,
      checkPage,
      control: (page, { type }) =>
        type === 'newsletter.submit' ? button(page) : field(page).and(page.page.locator(':not([readonly])')),
    },
  ],
}
