import type { PaymentSetup } from '#machines/payment/payment'

/** What whoever builds the shop says about paying online; each is an environment variable of the build. */
export interface PaymentEnvironment {
  /** `server` (the standard) or `client`: where the provider's order is created. */
  VITE_PAYPAL_CREATE?: string
  /** `server` (the standard) authorises at the gateway once the shopper has approved; `client` captures in the browser. */
  VITE_PAYPAL_APPROVE?: string
  /** The provider's name for the shop; without it the gateway's sandbox is used. */
  VITE_PAYPAL_CLIENT_ID?: string
  /** Where the provider's script is, if not at its own place. */
  VITE_PAYPAL_SDK_URL?: string
  /** `false` where the window says 'Continue' in place of 'Pay now'. */
  VITE_PAYPAL_COMMIT?: string
  /** More parameters of the script, as a query: `locale=en_AU&disable-funding=card`. */
  VITE_PAYPAL_PARAMETERS?: string
  VITE_API_BASE_URL?: string
}

/** The errors of section 8: for whoever set the shop up. */
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
 * Reads how payments are made.
 *
 * @throws Error with a sentence of `setupErrors`
 */
export function paymentSetup(environment: PaymentEnvironment): PaymentSetup {
  const [createOn, another] = sides(environment.VITE_PAYPAL_CREATE ?? 'server')
  if (another !== undefined) throw new Error(setupErrors.both)
  if (createOn === undefined) throw new Error(setupErrors.neither)
  return { createOn, approveOn: environment.VITE_PAYPAL_APPROVE === 'client' ? 'client' : 'server' }
}

/**
 * The provider's script, as `PayPalScriptProvider` takes it.
 *
 * @param page - the address of the page, for a gateway that is on the same origin
 */
export function scriptOptions(
  environment: PaymentEnvironment,
  { approveOn }: PaymentSetup,
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
