import type { Address } from '#contract/address'
import { addressLines } from '../orders/order-text.ts'
import styles from './AddressChoice.module.css'

interface Props {
  addresses: readonly Address[]
  billingId: string | null
  /** Id of the chosen delivery address; null if none is chosen. */
  picked: string | null
  /** An address is being saved: picking and editing are disabled. */
  busy: boolean
  onPick: (addressId: string) => void
  onEdit: (addressId: string) => void
}

/** The saved addresses as radio buttons for the delivery address; each can be edited. */
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
