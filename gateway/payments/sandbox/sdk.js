// @ts-check
// The sandbox's script: the part of PayPal's JavaScript SDK that the shop uses, with a window of the sandbox's own.
// It is served unchanged; its public interface is `paypal.Buttons(options)`.
;(() => {
  'use strict'

  /**
   * @typedef {{ city?: string, state?: string, country_code?: string, postal_code?: string }} Address
   * @typedef {(data: object, actions: object) => unknown} Callback
   * @typedef {object} Options
   * @property {string} [fundingSource]
   * @property {Callback} [onInit]
   * @property {Callback} [onClick]
   * @property {(data: object, actions: object) => Promise<string> | string} createOrder
   * @property {Callback} [onApprove]
   * @property {(data: object) => unknown} [onCancel]
   * @property {(error: unknown) => unknown} [onError]
   * @property {Callback} [onShippingChange]
   * @property {Callback} [onShippingAddressChange]
   *
   * @typedef {object} Attempt one attempt to pay: it lasts until its outcome has been reported to the shop
   * @property {Window | null} popup null once the shopper has chosen
   *
   * @typedef {{ sandbox: 'approved' | 'cancelled' | 'shipping' | 'closed', payerID?: string, address?: Address }} WindowMessage
   */

  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const place = new URL('.', script.src)
  const query = new URL(script.src).searchParams
  const currency = query.get('currency') ?? 'USD'
  const intent = query.get('intent') ?? 'capture'
  const namespace = script.dataset.namespace ?? 'paypal'

  /** Milliseconds between two checks whether the shopper has closed the window. */
  const pollInterval = 200

  const newKey = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

  /**
   * Asks the provider.
   *
   * @param {string} path below the orders
   * @param {object} [body] absent to read
   */
  const ask = async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(
      new URL(`orders${path}`, place),
      body && { method: 'POST', headers, body: JSON.stringify(body) },
    )
    const result = await answer.json()
    if (!answer.ok) throw new Error(`The payment sandbox refused: ${result.message}`)
    return result
  }

  /** @param {any} details an order as the provider's own calls have it */
  const createOrder = async details => {
    const { value, currency_code: code = currency } = details.purchase_units[0].amount
    const wanted = String(details.intent ?? intent).toLowerCase()
    const order = { intent: wanted, amount: String(value), currency: code, requestId: newKey() }
    return /** @type {string} */ ((await ask('', order)).id)
  }

  /**
   * The actions on an approved order.
   *
   * @param {string} orderID
   */
  const actionsOn = orderID => {
    const requestId = newKey() // two captures of one approval capture once
    const path = `/${encodeURIComponent(orderID)}`
    return { get: () => ask(path), capture: () => ask(`${path}/capture`, { requestId }) }
  }

  /**
   * Changes the amount of an order, the only field that can be changed.
   *
   * @param {string} orderID
   * @param {{ path: string, value: { value: string } }[]} changes
   */
  const patchOrder = async (orderID, changes) => {
    const amount = changes.find(({ path }) => path.endsWith('/amount'))?.value.value
    await ask(`/${encodeURIComponent(orderID)}/amount`, { amount })
  }

  /** @param {string} orderID */
  const windowOf = orderID => {
    const url = new URL('approve', place)
    url.search = new URLSearchParams({
      token: orderID,
      origin: location.origin,
      commit: query.get('commit') ?? 'true',
    }).toString()
    return url.href
  }

  /**
   * The window's next message about an order, or that the window was closed.
   *
   * @param {Window} popup
   * @param {string} orderID
   * @param {boolean} wasApproved before the window opened
   * @returns {Promise<WindowMessage>}
   */
  const nextMessage = (popup, orderID, wasApproved) =>
    new Promise(resolve => {
      const done = (/** @type {WindowMessage} */ message) => {
        clearInterval(timer)
        removeEventListener('message', listen)
        resolve(message)
      }
      const listen = (/** @type {MessageEvent} */ { source, origin, data }) => {
        if (source === popup && origin === place.origin && data?.sandbox && data.orderID === orderID) done(data)
      }
      const look = async () => {
        if (!popup.closed) return
        clearInterval(timer)
        done(await readOutcome(orderID, wasApproved))
      }
      const timer = setInterval(() => void look(), pollInterval)
      addEventListener('message', listen)
    })

  const isApproved = async (/** @type {string} */ orderID) => (await ask(`/${orderID}`)).status === 'APPROVED'

  /**
   * The outcome of an order whose window was closed or is out of reach: a browser may separate a window from its opener,
   * and the provider still knows the shopper's choice.
   *
   * @param {string} orderID
   * @param {boolean} wasApproved before the window opened
   * @returns {Promise<WindowMessage>}
   */
  const readOutcome = async (orderID, wasApproved) => {
    for (let looks = wasApproved ? 5 : 0; looks < 5; looks += 1) {
      if (await isApproved(orderID).catch(() => false)) return { sandbox: 'approved', payerID: 'SANDBOXPAYER' }
      await new Promise(then => setTimeout(then, pollInterval))
    }
    return { sandbox: 'closed' }
  }

  /**
   * Whether the shop delivers to an address.
   *
   * @param {Options} options
   * @param {string} orderID
   * @param {Address} address
   */
  const accepts = async ({ onShippingChange, onShippingAddressChange }, orderID, address) => {
    let isAccepted = true
    const actions = {
      resolve: async () => {},
      reject: async () => void (isAccepted = false),
      order: { patch: (/** @type {any} */ changes) => patchOrder(orderID, changes) },
    }
    const { city, state, country_code: countryCode, postal_code: postalCode } = address
    const shippingAddress = { city, state, countryCode, postalCode }
    try {
      await onShippingChange?.({ orderID, shipping_address: address }, actions)
      await onShippingAddressChange?.({ orderID, shippingAddress }, actions)
    } catch {
      isAccepted = false
    }
    return isAccepted
  }

  /**
   * How the window ends; until then the shop checks every address.
   *
   * @param {Options} options
   * @param {Window} popup
   * @param {string} orderID
   * @param {boolean} wasApproved before the window opened
   */
  const waitForOutcome = async (options, popup, orderID, wasApproved) => {
    for (;;) {
      const message = await nextMessage(popup, orderID, wasApproved)
      if (message.sandbox !== 'shipping') return message
      const isAccepted = await accepts(options, orderID, message.address ?? {})
      popup.postMessage({ sandbox: 'shipping', orderID, isAccepted }, place.origin)
    }
  }

  /**
   * The window's content until the order exists. The window stays on a blank document: one that already shows the provider's
   * origin sometimes loses its opener on the next navigation if the shop is on another origin.
   *
   * @param {Window} popup
   */
  const showLoading = ({ document: blank }) => {
    const heading = blank.createElement('h1')
    heading.textContent = blank.title = 'One moment …'
    blank.documentElement.lang = 'en'
    blank.documentElement.style.colorScheme = 'light dark'
    blank.body.style.fontFamily = 'system-ui, sans-serif'
    blank.body.append(heading)
  }

  const styles = `
    .payment-sandbox { display: grid; gap: 6px }
    .payment-sandbox button {
      min-block-size: 48px; inline-size: 100%; padding: 8px 20px; cursor: pointer;
      border: 1.5px solid var(--line-strong, #76849a); border-radius: var(--r-pill, 999px);
      background: var(--cream, #fbf3df); color: var(--on-cream, #221d1a);
      font-family: inherit; font-weight: 650; font-size: 1rem; line-height: 1.25; text-align: center }
    @media (hover: hover) { .payment-sandbox button:hover { background: #fff } }
    .payment-sandbox button:focus-visible { outline: 3px solid var(--focus, #0a5bc4); outline-offset: 2px }
    .payment-sandbox button:disabled {
      border-color: transparent; background: var(--sunk, #f3ecdf); color: var(--ink-soft, #62574d); cursor: not-allowed }
    .payment-sandbox button[aria-busy='true'] { cursor: progress }
    .payment-sandbox p { margin: 0; font-size: 0.875rem }
    @media (forced-colors: active) { .payment-sandbox button:disabled { color: GrayText; border-color: GrayText } }`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles) // the content security policy allows a constructed style sheet, but no style element

  const draw = () => {
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
    const host = document.createElement('div')
    const button = document.createElement('button')
    const status = document.createElement('p')
    host.className = 'payment-sandbox'
    button.type = 'button'
    button.textContent = 'Pay with PayPal sandbox'
    status.setAttribute('role', 'status')
    host.append(button, status)
    return { host, button, status }
  }

  /**
   * The button.
   *
   * @param {Options} options
   */
  const Buttons = options => {
    const { host, button, status } = draw()
    /** The current attempt; messages and answers of earlier ones are ignored. */
    let current = /** @type {Attempt | null} */ (null)

    const show = () => {
      button.setAttribute('aria-busy', String(current !== null))
      status.textContent = !current
        ? ''
        : current.popup
          ? 'Can’t see the window? Press the button.'
          : 'The shop is taking your payment …'
    }
    const reset = () => {
      current = null
      show()
    }
    const fail = (/** @type {unknown} */ error) => (options.onError ? options.onError(error) : reportError(error))

    const close = async () => {
      current?.popup?.close()
      current = null
      host.remove()
    }

    /**
     * Opens the window synchronously: browsers allow it only during a press.
     *
     * @param {() => Promise<string | null>} orderFor null if the shop refuses the press
     */
    const openWindow = orderFor => {
      const popup = window.open('', '', 'popup,width=460,height=720')
      if (!popup) return void fail(new Error('popup_blocked'))
      showLoading(popup)
      const mine = /** @type {Attempt} */ ({ popup })
      current = mine
      show()
      void runAttempt(mine, popup, orderFor).catch(error => {
        popup.close()
        if (current !== mine) return
        reset()
        fail(error)
      })
    }

    /**
     * @param {Attempt} mine
     * @param {Window} popup
     * @param {() => Promise<string | null>} orderFor
     */
    const runAttempt = async (mine, popup, orderFor) => {
      const orderID = await orderFor()
      if (current !== mine) return
      if (orderID === null) {
        popup.close()
        return reset()
      }
      const wasApproved = await isApproved(orderID).catch(() => false)
      popup.location.href = windowOf(orderID)
      const outcome = await waitForOutcome(options, popup, orderID, wasApproved)
      popup.close()
      if (current !== mine) return
      if (outcome.sandbox === 'approved') return settle(mine, orderID, outcome.payerID)
      reset()
      options.onCancel?.({ orderID })
    }

    /**
     * Reports the approval to the shop; the button is busy until the shop has answered.
     *
     * @param {Attempt} mine
     * @param {string} orderID
     * @param {string} [payerID]
     */
    const settle = async (mine, orderID, payerID) => {
      mine.popup = null
      show()
      const restart = async () => void (current === mine && openWindow(async () => orderID))
      await options.onApprove?.({ orderID, payerID, paymentSource: 'paypal' }, { order: actionsOn(orderID), restart })
      if (current === mine) reset()
    }

    const press = () => {
      if (current) return current.popup?.focus()
      const clickResult = requestOf(options)
      if (clickResult === false) return
      openWindow(async () => {
        if (!(await clickResult)) return null
        return options.createOrder({ paymentSource: 'paypal' }, { order: { create: createOrder } })
      })
    }
    button.addEventListener('click', press)

    const setEnabled = async (/** @type {boolean} */ isEnabled) => void (button.disabled = !isEnabled)
    return {
      isEligible: () => [undefined, 'paypal'].includes(options.fundingSource),
      render: async (/** @type {string | Element} */ container) => {
        const where = typeof container === 'string' ? document.querySelector(container) : container
        if (!where) throw new Error('There is no container for the button.')
        where.append(host)
        show()
        options.onInit?.({}, { enable: () => setEnabled(true), disable: () => setEnabled(false) })
      },
      close,
      updateProps: async (/** @type {Partial<Options>} */ changes) => void Object.assign(options, changes),
    }
  }

  /**
   * Asks the shop whether to handle the click: false if it refuses synchronously, otherwise a promise of its answer.
   *
   * @param {Options} options
   */
  const requestOf = ({ onClick }) => {
    const verdict = { isWanted: true }
    const actions = { resolve: async () => true, reject: async () => (verdict.isWanted = false) }
    const answer = onClick?.({ fundingSource: 'paypal' }, actions)
    return verdict.isWanted && Promise.resolve(answer).then(() => verdict.isWanted)
  }

  Object.assign(window, { [namespace]: { version: 'sandbox', FUNDING: { PAYPAL: 'paypal' }, Buttons } })
})()
