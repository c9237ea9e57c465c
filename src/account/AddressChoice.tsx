import type { Address } from '#contract/address'
import { addressLines } from '../orders/order-text.ts'
import styles from './AddressChoice.module.css'

interface Props {
  addresses: readonly Address[]
  billingId: string | null
  /** The address that deliveries go to; null while none is chosen. */
  picked: string | null
  /** An address is being saved: nothing is picked or edited meanwhile. */
  busy: boolean
  onPick: (addressId: string) => void
  onEdit: (addressId: string) => void
}

/** The saved addresses, one of which is where orders go; each can be edited. */
export const AddressChoice = ({ addresses, billingId, picked, busy, onPick, onEdit }: Props) => (
  <fieldset className={styles.list}>
    <legend className="vh">Delivery address</legend>
    {addresses.map(address => {
      const { addressId, address1 } = address
      return (
        <div key={addressId} className={styles.card}>
          <label>
            <input
              type="radio"
              name="delivery"
              value={addressId}
              checked={addressId === picked}
              aria-disabled={busy || undefined}
              onChange={() => onPick(addressId)}
            />
            <span>
              <b>{address1}</b>
              {addressId === billingId && <span className={styles.mark}>Billing address</span>}
              <small>{addressLines({ ...address, address1: '' }).join(', ')}</small>
            </span>
          </label>
          <button
            type="button"
            className="textlink small"
            aria-label={`Edit ${address1}`}
            aria-disabled={busy || undefined}
            onClick={() => onEdit(addressId)}
          >
            Edit
          </button>
        </div>
      )
    })}
  </fieldset>
)
