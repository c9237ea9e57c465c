// @ts-check
// The script of the sandbox's window: sends the shopper's choice to the provider, and then to the window's opener.
;(() => {
  'use strict'
  const orderID = document.body.dataset.order ?? ''
  const query = new URLSearchParams(location.search)
  /** The window's opener: messages are sent to it and accepted from it only. */
  const shop = query.get('origin') ?? location.origin
  const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[data-does]')])
  const form = /** @type {HTMLFormElement} */ (document.querySelector('#shipping'))
  const isAbout = (/** @type {HTMLButtonElement} */ button) => button.dataset.does !== 'cancel'

  /**
   * @param {string} selector
   * @param {string} words
   */
  const say = (selector, words) => {
    const place = document.querySelector(selector)
    if (place) place.textContent = words
  }

  /**
   * @param {'approved' | 'cancelled' | 'shipping'} sandbox
   * @param {object} [more]
   */
  const postToOpener = (sandbox, more) => window.opener?.postMessage({ sandbox, orderID, ...more }, shop)

  /** While false, the order can't be approved: an address has been refused, or an answer is awaited. */
  const setApprovalEnabled = (/** @type {boolean} */ isEnabled) => {
    for (const button of buttons.filter(isAbout)) button.disabled = !isEnabled
  }

  const choices = {
    approve: { path: 'approve', body: { card: 'good' } },
    slow: { path: 'approve', body: { card: 'slow' } },
    decline: { path: 'decline', body: {} },
  }

  const ask = async (/** @type {string} */ path, /** @type {object | undefined} */ body) => {
    const headers = { 'content-type': 'application/json' }
    const init = body && { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`orders/${encodeURIComponent(orderID)}${path}`, init)
    if (!answer.ok) throw new Error(`${answer.status}`)
    return answer.json()
  }

  const approve = async (/** @type {keyof typeof choices} */ choice) => {
    const { path, body } = choices[choice]
    setApprovalEnabled(false)
    try {
      await ask(`/${path}`, body)
      postToOpener('approved', { payerID: 'SANDBOXPAYER' })
      say('#said', 'Approved. You can go back to the shop.')
    } catch {
      say('#said', 'That did not work. Please try again.')
      setApprovalEnabled(true)
    }
  }

  const cancel = () => {
    postToOpener('cancelled')
    window.close()
  }

  const showAmount = async () => {
    const { purchase_units: units } = await ask('', undefined)
    const { value, currency_code: currency } = units[0].amount
    say('#amount', `${value} ${currency}`)
  }

  for (const button of buttons) {
    const does = /** @type {keyof typeof choices | 'cancel'} */ (button.dataset.does)
    button.addEventListener('click', () => (does === 'cancel' ? cancel() : approve(does)))
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    if (!window.opener) return say('#verdict', 'The shop’s page was closed, so the address can’t be checked.')
    const { city, state, postCode } = Object.fromEntries(new FormData(form))
    setApprovalEnabled(false)
    say('#verdict', 'Checking with the shop …')
    postToOpener('shipping', { address: { city, state, country_code: 'AU', postal_code: postCode } })
  })

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.opener || origin !== shop || data?.sandbox !== 'shipping' || data.orderID !== orderID) return
    setApprovalEnabled(data.isAccepted)
    say('#verdict', data.isAccepted ? 'The address is accepted.' : 'This shop does not deliver there.')
    if (data.isAccepted) showAmount().catch(() => {}) // the shop may have changed the amount; on failure the shown one stays
  })

  for (const button of document.querySelectorAll('button')) button.disabled = false // presses are handled from here on
  if (query.get('commit') === 'false') document.querySelector('#commit')?.removeAttribute('hidden')
})()
