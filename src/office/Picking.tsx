import { formatAmount, toCents } from '#contract/money'
import { pickingNames } from '#contract/picking'
import type { OfficeLine, OfficeOrder } from '#contract/office'
import { substituteQuantity } from '#machines/office/office-order-setup'
import { focusOnMount, submitHandler } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './Picking.module.css'

/** Whether the lines of an order are being picked. */
export const isBeingPicked = ({ orderStatus, isPicked }: OfficeOrder): boolean =>
  orderStatus === 'preparing' && isPicked !== true

/** What becomes of a line. */
export function Picking({ line }: { line: OfficeLine }) {
  const { productId, productName, quantity, picking } = line
  const isReplaced = useOffice('officeOrder', ({ context }) => context.replacing?.productId === productId)
  const isBlocked = useOffice('officeOrder', snapshot => !snapshot.matches('open'))
  const pending = useOffice('officeOrder', ({ context }) =>
    context.decision?.productId === productId ? context.decision.picking : null,
  )
  const send = useOfficeSend('officeOrder')
  return (
    <div className={styles.picking} data-screen-only>
      <div className={styles.ways} role="group" aria-label={productName}>
        {(['picked', 'out-of-stock'] as const).map(way => (
          <Button
            key={way}
            size="small"
            aria-pressed={picking === way}
            variant={picking === way ? 'done' : 'line'}
            pending={pending === way && 'Saving …'}
            aria-disabled={isBlocked || undefined}
            onClick={() => send({ type: 'order.pick', productId, picking: way })}
          >
            {pickingNames[way]}
          </Button>
        ))}
        <Button
          size="small"
          aria-pressed={picking === 'substitute'}
          aria-expanded={isReplaced}
          variant={picking === 'substitute' ? 'done' : 'line'}
          aria-disabled={isBlocked || undefined}
          onClick={() => send({ type: 'order.replace', productId, quantity })}
        >
          {pickingNames.substitute}
        </Button>
      </div>
      {isReplaced && <Substitutes line={line} />}
    </div>
  )
}

/** The choice of a substitute: products that fit, a search, and how many. */
function Substitutes({ line: { productId, productName } }: { line: OfficeLine }) {
  const search = useOffice('officeOrder', ({ context }) => context.replacing?.search ?? '')
  const quantity = useOffice('officeOrder', ({ context }) => context.replacing?.quantity ?? '')
  const isQuantity = useOffice('officeOrder', ({ context }) => substituteQuantity(context) !== null)
  const options = useOffice('officeOrder', ({ context }) => context.options)
  const isShown = useOffice('officeOrder', snapshot => snapshot.matches({ replacing: 'shown' }))
  const isUnreachable = useOffice('officeOrder', snapshot => snapshot.matches({ replacing: 'unreachable' }))
  const send = useOfficeSend('officeOrder')
  const heading = `substitutes-${productId}`
  return (
    <section className={styles.substitutes} aria-labelledby={heading}>
      <h4 id={heading} tabIndex={-1} ref={focusOnMount}>
        {`Instead of ${productName}`}
      </h4>
      <form className={styles.search} noValidate onSubmit={submitHandler(() => send({ type: 'order.search' }))}>
        <Field
          label="Search a product"
          name={`search-${productId}`}
          autoComplete="off"
          value={search}
          onChange={text => send({ type: 'order.typeSearch', text })}
        />
        <Button type="submit">Search</Button>
      </form>
      <Field
        label="Quantity"
        name={`quantity-${productId}`}
        inputMode="numeric"
        required
        autoComplete="off"
        value={quantity}
        error={isQuantity ? null : 'Please enter a number from 1 to 999'}
        onChange={text => send({ type: 'order.typeQuantity', text })}
      />
      <p className="small muted">The customer never pays more than for what was ordered.</p>
      <p role="status">
        {isUnreachable
          ? 'The products could not be read.'
          : isShown && options.length === 0
            ? 'No product found.'
            : null}
      </p>
      <ul className={styles.options}>
        {options.map(option => (
          <li key={option.productId}>
            <span translate="no">{option.productName}</span>
            <span className="num">{`${formatAmount(toCents(option.price))}, ${option.left} left`}</span>
            <Button
              size="small"
              aria-label={`Choose ${option.productName}`}
              aria-disabled={!isQuantity || undefined}
              onClick={() => send({ type: 'order.chooseSubstitute', substituteId: option.productId })}
            >
              Choose
            </Button>
          </li>
        ))}
      </ul>
      <Button onClick={() => send({ type: 'order.keepLine' })}>Keep the line</Button>
    </section>
  )
}

/** What is packed instead of a line. */
export function Replacement({ line: { substitute } }: { line: OfficeLine }) {
  if (!substitute) return null
  const { quantity, productName, totalPrice } = substitute
  return (
    <p
      className={styles.replacement}
    >{`Instead: ${quantity} × ${productName}, ${formatAmount(toCents(totalPrice))}`}</p>
  )
}

/** Ends the picking, once each line is decided. */
export function FinishPicking({ order }: { order: OfficeOrder }) {
  const isBlocked = useOffice('officeOrder', snapshot => !snapshot.matches('open'))
  const isPending = useOffice('officeOrder', snapshot => snapshot.matches('finishing'))
  const send = useOfficeSend('officeOrder')
  const left = order.lines.filter(({ picking }) => picking === undefined).length
  return (
    <div className={styles.finish} data-screen-only>
      {left > 0 && (
        <p id="left-to-pick" className="small muted">{`${left} ${left === 1 ? 'line' : 'lines'} left to pick`}</p>
      )}
      <Button
        variant="go"
        pending={isPending && 'Saving …'}
        aria-describedby={left > 0 ? 'left-to-pick' : undefined}
        aria-disabled={isBlocked || left > 0 || undefined}
        onClick={() => left === 0 && send({ type: 'order.finishPicking' })}
      >
        Finish picking
      </Button>
    </div>
  )
}
