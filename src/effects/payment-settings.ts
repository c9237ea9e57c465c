import type { PaymentSetup } from '#machines/payment/payment-setup'

/** Settings of online payment; each is an environment variable of the build. */
export interface PaymentEnvironment {
  /** `server` (default) or `client`: where the provider's order is created. */
  VITE_PAYPAL_CREATE?: string
  /** `server` (default) authorises at the gateway after the shopper's approval; `client` captures in the browser. */
  VITE_PAYPAL_APPROVE?: string
  /** The store's client id at the provider; without it the gateway's sandbox is used. */
  VITE_PAYPAL_CLIENT_ID?: string
  /** URL of the provider's script; default: the provider's own. */
  VITE_PAYPAL_SDK_URL?: string
  /** `false`: the window says 'Continue' instead of 'Pay now'. */
  VITE_PAYPAL_COMMIT?: string
  /** Further parameters of the script, as a query: `locale=en_AU&disable-funding=card`. */
  VITE_PAYPAL_PARAMETERS?: string
  VITE_API_BASE_URL?: string
}

/** The configuration errors of section 8, for the operator. */
export const setupErrors = {
  both: 'Both client-side and server-side order creation are defined: choose one (VITE_PAYPAL_CREATE=client or server).',
  neither:
    'Neither client-side nor server-side order creation is defined: define one (VITE_PAYPAL_CREATE=client or server).',
  state: 'Invalid state for order creation.',
} as const

const sides = (text: string): ('client' | 'server')[] => {
  const words = text.split(/[\s,|]+/)
  return (['client', 'server'] as const).filter(side => words.includes(side))
}

/**
 * Reads the payment setup.
 *
 * @throws Error with a message of `setupErrors`
 */
export function paymentSetup(environment: PaymentEnvironment): PaymentSetup {
  const [createOn, another] = sides(environment.VITE_PAYPAL_CREATE ?? 'server')
  if (another !== undefined) throw new Error(setupErrors.both)
  if (createOn === undefined) throw new Error(setupErrors.neither)
  return { createOn, approveOn: environment.VITE_PAYPAL_APPROVE === 'client' ? 'client' : 'server' }
}

/**
 * The options of `PayPalScriptProvider`.
 *
 * @param approveOn - who completes the payment
 * @param page - URL of the page, which a gateway on the same origin is resolved against
 */
export function scriptOptions(
  environment: PaymentEnvironment,
  approveOn: PaymentSetup['approveOn'],
  currency: string,
  page: string,
) {
  const clientId = environment.VITE_PAYPAL_CLIENT_ID || sandbox
  const gateway = new URL(environment.VITE_API_BASE_URL || '/v1', page)
  const sdkBaseUrl =
    environment.VITE_PAYPAL_SDK_URL || (clientId === sandbox ? `${gateway.origin}/sandbox/paypal/sdk.js` : undefined)
  return {
    clientId,
    currency,
    commit: environment.VITE_PAYPAL_COMMIT !== 'false',
    intent: approveOn === 'client' ? 'capture' : 'authorize',
    ...Object.fromEntries(new URLSearchParams(environment.VITE_PAYPAL_PARAMETERS ?? '')),
    ...(sdkBaseUrl && { sdkBaseUrl: new URL(sdkBaseUrl, page).href }),
  }
}

const sandbox = 'sandbox'
