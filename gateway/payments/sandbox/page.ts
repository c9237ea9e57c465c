import { toDollars } from '#contract/money'
import type { SandboxOrder } from './sandbox.ts'

/**
 * Renders the window in which a shopper approves an order.
 *
 * @param order - null if there is none
 */
export function renderWindow(order: SandboxOrder | null): string {
  if (order === null)
    return renderPage('There is no such order', closingText('The shop may have cancelled it. Nothing was charged.'))
  const over = describeEnd(order)
  return over === null ? renderPage('Approve this payment', renderChoices(order), order) : renderPage(...over)
}

/**
 * Heading and text when there is no choice left. Until money moves, the shopper can choose another card or repeat the
 * choice.
 */
function describeEnd({ status }: SandboxOrder): [title: string, main: string] | null {
  if (status === 'created' || status === 'approved') return null
  if (status === 'voided' || status === 'refunded')
    return ['This payment has ended', closingText('Nothing was charged, or it was refunded.')]
  return ['This payment has already been made', closingText('There is nothing left to do here.')]
}

const closingText = (words: string) => `<p>${words}</p><p>You can close this window and go back to the shop.</p>`

const formatOrderAmount = ({ amount, currency }: SandboxOrder) => `${toDollars(amount).toFixed(2)} ${currency}`

/** Buttons are disabled until the script has loaded: earlier clicks would be lost. */
const renderChoices = (order: SandboxOrder) => `
      <p class="amount">Amount: <strong id="amount">${formatOrderAmount(order)}</strong></p>
      <p id="commit" hidden>You will see the order once more in the shop before you pay.</p>
      <p id="said" role="status"></p>
      <div class="choice" role="group" aria-label="What to do">
        <button type="button" class="first" data-does="approve" disabled>Approve</button>
        <button type="button" data-does="slow" disabled>Approve slowly</button>
        <button type="button" data-does="decline" disabled>Decline</button>
        <button type="button" data-does="cancel" disabled>Cancel</button>
      </div>
      <p class="hint">Slowly: the provider takes its time to answer the shop. Decline: it refuses the card.</p>
      <form id="shipping">
        <h2>Shipping address</h2>
        <label>Suburb/City <input name="city" autocomplete="off" required maxlength="100" /></label>
        <label>State <input name="state" autocomplete="off" maxlength="100" /></label>
        <label>Post code <input name="postCode" autocomplete="off" required maxlength="20" /></label>
        <button type="submit" disabled>Use this address</button>
        <p id="verdict" role="status"></p>
      </form>`

const renderPage = (title: string, main: string, order?: SandboxOrder) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title} · Payment sandbox</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="window.css" />
    ${order ? '<script src="window.js" defer></script>' : ''}
  </head>
  <body${order ? ` data-order="${order.id}"` : ''}>
    <main>
      <p class="note">Sandbox: no real money</p>
      <h1>${title}</h1>
      ${main}
    </main>
  </body>
</html>
`
