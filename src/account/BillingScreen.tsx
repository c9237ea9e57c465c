import { useSend } from '../system/actors.tsx'
import { AccountGateScreen } from './AccountGateScreen.tsx'
import { AddressEditorScreen } from './AddressEditorScreen.tsx'
import { AddressPageScreen } from './AddressPageScreen.tsx'
import { pages } from '../layout/account-links.ts'

/** The page 'Modify Billing Address'. */
export function BillingScreen() {
  const send = useSend('addresses')
  return (
    <AddressPageScreen page={pages.billing} lead="Shown on your receipts. Orders can be delivered elsewhere.">
      <AccountGateScreen>
        {() => (
          <section className="panel">
            <AddressEditorScreen onCancel={() => send({ type: 'addresses.cancel' })} />
          </section>
        )}
      </AccountGateScreen>
    </AddressPageScreen>
  )
}
