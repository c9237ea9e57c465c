import type { Database } from '../database/database.ts'
import { paypalHosts, createPayPal } from '../payments/paypal.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { createSandbox, type Sandbox } from '../payments/sandbox/sandbox.ts'
import type { Settings } from './settings.ts'

/** Who takes the money, and what the shop needs for it. */
export interface PaymentSetup {
  provider: PaymentProvider
  /** The provider where it is the sandbox: its script and window are served here; null where it is another company. */
  sandbox: Sandbox | null
  /** Hosts of the provider that the shop's pages may load from. */
  hosts: readonly string[]
}

/** The provider that the settings name: PayPal where there is an account, else the sandbox. */
export async function createPaymentProvider(
  { paypal, sandboxSlowness }: Pick<Settings, 'paypal' | 'sandboxSlowness'>,
  database: Database,
): Promise<PaymentSetup> {
  if (paypal !== null) return { provider: createPayPal(paypal), sandbox: null, hosts: paypalHosts }
  const sandbox = await createSandbox(database, sandboxSlowness)
  return { provider: sandbox, sandbox, hosts: [] }
}

/** Says at the start who takes the money, so that nobody sells for nothing by mistake. */
export const describePayments = ({ paypal }: Pick<Settings, 'paypal'>): string =>
  `Payments: ${paypal === null ? 'sandbox (no real money)' : `PayPal (${paypal.apiUrl})`}`
