import { formatAmount, toCents } from '#contract/money'
import type { OfficeOrder } from '#contract/office'
import { longestRefundNote, refundReasonNames, refundReasons, type OrderRefund } from '#contract/refund'
import { refundAmount, type TypedRefund } from '#machines/office/office-order-setup'
import { focusOnMount, submitHandler } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { momentText } from './office-text.ts'
import { OfficeTable } from './OfficeTable.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './OrderPage.module.css'

const amount = (dollars: number): string => formatAmount(toCents(dollars))
const reasons = refundReasons.map(value => ({ value, label: refundReasonNames[value] }))

/** The form of a refund: all of it, what a line came to, or any sum up to what can be refunded. */
export function Refunding({ order }: { order: OfficeOrder }) {
  const refund = useOffice('officeOrder', ({ context }) => context.refund)
  const isSubmitted = useOffice('officeOrder', ({ context }) => context.isRefundSubmitted)
  const isSending = useOffice('officeOrder', snapshot => snapshot.matches('sendingRefund'))
  const isAmount = useOffice('officeOrder', ({ context }) => refundAmount(context) !== null)
  const send = useOfficeSend('officeOrder')
  if (refund === null) return null
  const most = order.refundable ?? 0
  const type = (typed: Partial<TypedRefund>) => send({ type: 'order.typeRefund', typed })
  const choose = (dollars: number) => type({ amount: dollars.toFixed(2) })
  const priced = order.lines.filter(line => line.picking === undefined || line.picking === 'picked')
  return (
    <form
      className="panel stack"
      aria-labelledby="refund"
      noValidate
      onSubmit={submitHandler(() => send({ type: 'order.sendRefund' }))}
    >
      <h2 id="refund" tabIndex={-1} ref={focusOnMount}>
        Refund
      </h2>
      <p>{`Up to ${amount(most)} can be refunded. The order stays as it is, and the customer gets a mail.`}</p>
      <div className={styles.actions} role="group" aria-label="What is refunded">
        <Button size="small" onClick={() => choose(most)}>{`All of it, ${amount(most)}`}</Button>
        {priced.map(line => {
          const dollars = line.linePrice ?? line.totalPrice
          return (
            dollars > 0 &&
            dollars <= most && (
              <Button key={line.productId} size="small" onClick={() => choose(dollars)}>
                {`${line.productName}, ${amount(dollars)}`}
              </Button>
            )
          )
        })}
      </div>
      <Field
        label="Amount"
        name="refund-amount"
        required
        autoComplete="off"
        value={refund.amount}
        error={isSubmitted && !isAmount ? `Please enter an amount from $0.01 to ${amount(most)}` : null}
        onChange={text => type({ amount: text })}
      />
      <SelectField
        label="Reason"
        value={refund.reason}
        options={reasons}
        placeholder="Choose a reason"
        required
        error={isSubmitted && refund.reason === '' ? 'Please choose a reason' : null}
        onChange={reason => type({ reason: reason as TypedRefund['reason'] })}
      />
      <Field
        label="Note for the office"
        name="refund-note"
        autoComplete="off"
        maxLength={longestRefundNote}
        value={refund.note}
        onChange={note => type({ note })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="go" pending={isSending && 'Saving …'}>
          {isAmount ? `Refund $${refund.amount.trim().replace(/^\$/, '')}` : 'Refund'}
        </Button>
        <Button aria-disabled={isSending || undefined} onClick={() => send({ type: 'order.keep' })}>
          Back
        </Button>
      </div>
    </form>
  )
}

const stateNames: Readonly<Record<OrderRefund['state'], string>> = {
  pending: 'Waiting for the payment provider',
  done: 'Refunded',
  refused: 'Refused by the payment provider: nothing was refunded',
  included: 'Refunded with the cancelled order',
}

/** The refunds of an order, and what became of each. */
export const Refunds = ({ refunds }: { refunds: readonly OrderRefund[] }) =>
  refunds.length > 0 && (
    <section className="panel stack" data-screen-only>
      <h2>Refunds</h2>
      <OfficeTable columns={['Amount', 'Reason', 'State', 'Who', 'When']}>
        {refunds.map(refund => (
          <tr key={refund.at}>
            <td data-label="Amount" className="num">
              {amount(refund.amount)}
            </td>
            <td data-label="Reason">
              {`${refundReasonNames[refund.reason]}${refund.note === null ? '' : `: ${refund.note}`}`}
            </td>
            <td data-label="State">{stateNames[refund.state]}</td>
            <td data-label="Who" translate="no">
              {refund.staffName}
            </td>
            <td data-label="When">{momentText(refund.at)}</td>
          </tr>
        ))}
      </OfficeTable>
    </section>
  )
