/** PayPal's own sandbox is a test provider like the gateway's. */
export type ProviderName = 'paypal' | 'paypal-sandbox' | 'sandbox'

/** Whether an order was paid at a provider that moves no money. */
export const isTestProvider = (name: string | null): boolean => name === 'sandbox' || name === 'paypal-sandbox'
