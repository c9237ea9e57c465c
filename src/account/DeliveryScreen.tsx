import { editedAddress, pickedId } from '#machines/account/addresses-setup'
import type { Account } from '#machines/messages/customer'
import { useActor, useSend } from '../system/actors.tsx'
import { focusOnMount, returnFocusOnUnmount } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { AccountGateScreen } from './AccountGateScreen.tsx'
import { AddressChoice } from './AddressChoice.tsx'
import { AddressEditorScreen } from './AddressEditorScreen.tsx'
import { AddressPageScreen } from './AddressPageScreen.tsx'
import { FormEnd } from './FormEnd.tsx'
import { pages } from '../layout/account-links.ts'
import { SaveFailure } from './SaveFailure.tsx'
import styles from './DeliveryScreen.module.css'

/** The page 'Modify Delivery Address': the list of saved addresses, or the form of one. */
export function DeliveryScreen() {
  const isLimited = useActor('session', ({ context }) => context.settings?.limitAreaShipping === true)
  const isListing = useActor('addresses', ({ context }) => context.subject === null)
  const lead = 'Choose your default delivery address.'
  return (
    <AddressPageScreen page={pages.delivery} lead={lead}>
      <AccountGateScreen>
        {account => (isListing ? <AddressList account={account} /> : <AddressEditor isLimited={isLimited} />)}
      </AccountGateScreen>
    </AddressPageScreen>
  )
}

function AddressList({ account }: { account: Account }) {
  const picked = useActor('addresses', ({ context }) => pickedId(context))
  const refusal = useActor('addresses', ({ context: { refused } }) =>
    refused?.page === 'delivery' ? refused.refusal : null,
  )
  const isSaving = useActor('addresses', snapshot => snapshot.hasTag('busy'))
  const send = useSend('addresses')
  return (
    <form
      className="panel stack-6"
      aria-busy={isSaving || undefined}
      onSubmit={event => {
        event.preventDefault()
        send({ type: 'addresses.submit' })
      }}
    >
      {refusal && <SaveFailure refusal={refusal} />}
      {account.addresses.length === 0 ? (
        <p>You have no saved addresses yet.</p>
      ) : (
        <AddressChoice
          addresses={account.addresses}
          billingId={account.billingId}
          picked={picked}
          busy={isSaving}
          onPick={addressId => send({ type: 'addresses.pick', addressId })}
          onEdit={addressId => send({ type: 'addresses.edit', addressId })}
        />
      )}
      <div className="row">
        <Button aria-disabled={isSaving} onClick={() => send({ type: 'addresses.add' })}>
          <Icon of="plus" size="small" />
          <span>Add Address</span>
        </Button>
      </div>
      {account.addresses.length > 0 && (
        <FormEnd isSaving={isSaving} onCancel={() => send({ type: 'addresses.cancel' })} />
      )}
    </form>
  )
}

function AddressEditor({ isLimited }: { isLimited: boolean }) {
  const isNew = useActor('addresses', ({ context }) => editedAddress(context) === null)
  const send = useSend('addresses')
  return (
    <section className="panel" ref={returnFocusOnUnmount}>
      <h2 ref={focusOnMount} tabIndex={-1}>
        {isNew ? 'Add Address' : 'Edit address'}
      </h2>
      {isLimited && <p className={`small muted ${styles.limit}`}>Choose one of the suburbs we deliver to.</p>}
      <AddressEditorScreen limited={isLimited} onCancel={() => send({ type: 'addresses.cancel' })} staying />
    </section>
  )
}
