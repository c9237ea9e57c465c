import { untilText } from '#contract/cancellation-text'
import { isEditable, plainRefusal } from '#machines/order-change/selectors'
import { focusOnMount } from '../form/form-focus.ts'
import { useActor } from '../system/actors.tsx'
import { focusHeading } from '../ui/focus.ts'
import { Notice } from '../ui/Notice.tsx'
import { AddProduct } from './AddProduct.tsx'
import { ChangeAddress } from './ChangeAddress.tsx'
import { ChangeAmounts } from './ChangeAmounts.tsx'
import { ChangeLines } from './ChangeLines.tsx'
import { ChangeSlot } from './ChangeSlot.tsx'
import { ChangeSubstitution } from './ChangeSubstitution.tsx'
import { ChangeButtons } from './ChangeButtons.tsx'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import styles from './OrderChange.module.css'

/** Ref: the focus goes to the heading of the page when the draft ends with the focused control, and so what became of it is in view. */
const returnFocus = (draft: HTMLElement | null) => () => {
  if (draft?.contains(document.activeElement)) focusHeading()
}

/** A placed order as a draft: products, time, address, amounts, and the buttons that save or discard the changes. */
export function OrderChange() {
  const isLocked = useActor('orderChange', snapshot => !isEditable(snapshot))
  const { cancellation, deliveryAddress } = useActor('orderChange', ({ context }) => context.order!)
  return (
    <div className={styles.draft} ref={returnFocus}>
      <section className="panel stack">
        <h2 tabIndex={-1} ref={focusOnMount} className={styles.heading}>
          Change your order
        </h2>
        <p>{`You can change it ${untilText(cancellation!)}. Your cart stays as it is.`}</p>
        <fieldset className={styles.fields} disabled={isLocked} aria-label="Products">
          <ChangeLines />
          <AddProduct />
          <ChangeSubstitution />
        </fieldset>
      </section>
      <fieldset className={styles.fields} disabled={isLocked} aria-label={deliveryAddress ? 'Delivery' : 'Pick-up'}>
        <ChangeSlot />
        {deliveryAddress && <ChangeAddress />}
      </fieldset>
      <section className="panel stack" aria-labelledby="changed-amounts">
        <h2 id="changed-amounts">Amounts</h2>
        <ChangeAmounts />
        <Refused />
        <ChangeButtons />
      </section>
      <DiscardQuestion />
    </div>
  )
}

/** A refusal that names no reason with a place of its own. */
function Refused() {
  const message = useActor('orderChange', snapshot => (isEditable(snapshot) ? plainRefusal(snapshot.context) : null))
  return (
    message !== null && (
      <Notice tone="bad" role="alert">
        <b>Your order was not changed.</b> <span>{message}</span>
      </Notice>
    )
  )
}
