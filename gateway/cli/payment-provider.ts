import type { Database } from '../database/database.ts'
import { paypalHosts, createPayPal } from '../payments/paypal.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import type { VerifyWebhook } from '../payments/webhooks.ts'
import { createSandbox, type Sandbox } from '../payments/sandbox/sandbox.ts'
import type { Settings } from './settings.ts'

/** The payment provider, and the parts of it that serving the shop needs. */
export interface PaymentSetup {
  /** Null if the shop takes no payments online. */
  provider: PaymentProvider | null
  /** The sandbox, whose script and window are served here; null with another provider. */
  sandbox: Sandbox | null
  /** Hosts of the provider, for the content security policy. */
  hosts: readonly string[]
  /** Verifies events that the provider reports; absent if none are accepted. */
  verifyWebhook?: VerifyWebhook
}

type PaymentSettings = Pick<Settings, 'payments' | 'paypal' | 'sandboxSlowness'>

/** Creates the provider that the settings choose. */
export async function createPaymentProvider(
  { payments, paypal, sandboxSlowness }: PaymentSettings,
  database: Database,
): Promise<PaymentSetup> {
  if (payments === 'none') return { provider: null, sandbox: null, hosts: [] }
  if (payments === 'paypal') {
    const provider = createPayPal(paypal!)
    const { verifyWebhook } = provider
    return { provider, sandbox: null, hosts: paypalHosts, ...(paypal!.webhookId !== null && { verifyWebhook }) }
  }
  const sandbox = await createSandbox(database, sandboxSlowness)
  return { provider: sandbox, sandbox, hosts: [] }
}

/** One line for the operator, so that a real shop does not use the sandbox by mistake. */
export function describePayments({ payments, paypal }: Pick<Settings, 'payments' | 'paypal'>): string {
  if (payments === 'none') return 'Payments: on delivery only (PAYMENTS is none)'
  return `Payments: ${payments === 'sandbox' ? 'sandbox (no real money)' : `PayPal (${paypal!.apiUrl})`}`
}
