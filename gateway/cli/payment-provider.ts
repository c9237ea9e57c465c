import type { Database } from '../database/database.ts'
import { paypalHosts, createPayPal } from '../payments/paypal.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { createSandbox, type Sandbox } from '../payments/sandbox/sandbox.ts'
import type { Settings } from './settings.ts'

/** The payment provider and what serving the shop needs for it. */
export interface PaymentSetup {
  provider: PaymentProvider
  /** The sandbox, whose script and window are served here; null with PayPal. */
  sandbox: Sandbox | null
  /** Hosts of the provider, for the content security policy. */
  hosts: readonly string[]
}

/** PayPal if the settings have an account, else the sandbox. */
export async function createPaymentProvider(
  { paypal, sandboxSlowness }: Pick<Settings, 'paypal' | 'sandboxSlowness'>,
  database: Database,
): Promise<PaymentSetup> {
  if (paypal !== null) return { provider: createPayPal(paypal), sandbox: null, hosts: paypalHosts }
  const sandbox = await createSandbox(database, sandboxSlowness)
  return { provider: sandbox, sandbox, hosts: [] }
}

/** One line for the operator, so that a real shop does not run on the sandbox by mistake. */
export const describePayments = ({ paypal }: Pick<Settings, 'paypal'>): string =>
  `Payments: ${paypal === null ? 'sandbox (no real money)' : `PayPal (${paypal.apiUrl})`}`
