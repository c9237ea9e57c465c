import type { Page } from 'playwright-core'
import type { Shopper } from './shopper.ts'

/** What the sandbox's window offers. */
export type Choice = 'Approve' | 'Approve slowly' | 'Decline' | 'Cancel'

/** Goes through the checkout until the provider's button can be pressed. */
export async function reviewsOnline(shopper: Shopper) {
  await shopper.checksOut()
  await shopper.fillsDetails()
  await shopper.continues('Delivery')
  await shopper.continues('Payment')
  await shopper.main.getByText('Pay online').click()
  await shopper.continues('Review')
  await mayPay(shopper)
}

/** The provider's button. */
export const payButton = ({ main }: Shopper) => main.getByRole('button', { name: /^Pay with/ })

/** Waits until the provider's button can be pressed. */
export const mayPay = (shopper: Shopper) => payButton(shopper).and(shopper.page.locator(':enabled')).waitFor()

/** Presses the provider's button; the window that opens has the order to approve. */
export async function opensWindow(shopper: Shopper): Promise<Page> {
  const [window] = await Promise.all([shopper.page.waitForEvent('popup'), payButton(shopper).click()])
  await window.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  return window
}

/** Pays: presses the button, and chooses in the window. */
export async function pays(shopper: Shopper, choice: Choice = 'Approve') {
  const window = await opensWindow(shopper)
  await window.getByRole('button', { name: choice, exact: true }).click()
}
