import { expect } from 'vitest'
import type { ModelPage } from '../../kit/page-model.ts'

/** A place in the provider's format. */
interface ShippingPlace {
  city: string
  state: string
  postalCode: string
}

/** The options of the provider's button. */
interface Options {
  onInit?(data: object, actions: object): unknown
  onClick(data: object, actions: object): unknown
  createOrder(data: object, actions: object): Promise<string> | string
  onApprove(data: { orderID: string }, actions: object): unknown
  onCancel(data: object): unknown
  onError(error: Error): unknown
  onShippingAddressChange(data: { shippingAddress: ShippingPlace }, actions: object): unknown
}

/** A provider that the test controls: each report of its button and window. */
interface Provider {
  /** The orders that its window was opened for. */
  opened: string[]
  click(): void
  asksForOrder(): void
  approves(orderID: string): void
  cancels(): void
  fails(message: string): void
  ships(place: ShippingPlace): void
  /** The browser's own capture ends: null is a success. */
  captured(error: string | null): void
}

/** Replaces the provider's script. Runs in the page. */
function standIn() {
  const opened: string[] = []
  const under: { ended?: (error: string | null) => void } = {}
  const capture = () =>
    new Promise<void>((resolve, reject) => {
      under.ended = error => (error === null ? resolve() : reject(new Error(error)))
    })
  const sayings = (options: Options): Provider => ({
    opened,
    click: () => void options.onClick({}, { resolve: async () => {}, reject: async () => {} }),
    asksForOrder() {
      const order = { create: async () => 'PAY-1' }
      try {
        Promise.resolve(options.createOrder({}, { order })).then(
          id => opened.push(id),
          error => options.onError(error as Error),
        )
      } catch (error) {
        options.onError(error as Error)
      }
    },
    approves: orderID => void options.onApprove({ orderID }, { order: { capture } }),
    cancels: () => void options.onCancel({}),
    fails: message => void options.onError(new Error(message)),
    ships: shippingAddress => void options.onShippingAddressChange({ shippingAddress }, { reject: async () => {} }),
    captured: error => under.ended?.(error),
  })
  const Buttons = (options: Options) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Pay with the stand-in'
    const able = (isAble: boolean) => async () => void (button.disabled = !isAble)
    return {
      isEligible: () => true,
      async render(container: Element) {
        container.append(button)
        Object.assign(window, { provider: sayings(options) })
        options.onInit?.({}, { enable: able(true), disable: able(false) })
      },
      close: async () => button.remove(),
      updateProps: async () => {},
    }
  }
  Object.assign(window, { paypal: { Buttons } })
}

/** The URL of the provider's script. */
export const scriptAddress = /\/sandbox\/paypal\/sdk\.js/

/** The script that replaces the provider's, as a page loads it. */
export const standInScript = { contentType: 'text/javascript', body: `(${standIn.toString()})()` }

/** The provider's button. */
export const payButton = ({ page }: ModelPage) => page.getByRole('main').getByRole('button', { name: /^Pay with/ })

/** The provider calls a callback with data as JSON, also after its button was removed. */
export const says = <Saying extends Exclude<keyof Provider, 'opened'>>(
  { page }: ModelPage,
  saying: Saying,
  ...words: Parameters<Provider[Saying]>
) =>
  page.evaluate(
    ({ saying, words }) => {
      const { provider } = window as unknown as { provider: Record<string, (...words: unknown[]) => void> }
      provider[saying]!(...words)
    },
    { saying: saying as string, words: words as unknown[] },
  )

/** The same, once the button is on the page. */
export async function provider<Saying extends Exclude<keyof Provider, 'opened'>>(
  page: ModelPage,
  saying: Saying,
  ...words: Parameters<Provider[Saying]>
) {
  await payButton(page).waitFor()
  return says(page, saying, ...words)
}

/** Waits until the provider's window opens for an order; an earlier window for the same one does not count. */
export const opensFor = ({ page }: ModelPage, id: string) =>
  expect
    .poll(() => page.evaluate(() => (window as unknown as { provider: Provider }).provider.opened.shift()), {
      message: 'the order in the window',
    })
    .toBe(id)
