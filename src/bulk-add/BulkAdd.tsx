import { quantityError } from '#contract/quantity'
import { formatAmount, toCents } from '#contract/money'
import { priceOf } from '#contract/offer'
import type { BulkAddEvent } from '#machines/bulk-add/bulk-add-setup'
import { addedProduct, canAdd, changeOf, chosenLines, sumOf, type ReviewedLine } from '#machines/bulk-add/bulk-lines'
import { countChanges, isShown } from '#machines/bulk-add/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { picture } from '../ui/picture.ts'
import { ProductName } from '../ui/ProductName.tsx'
import { QuantityField } from '../ui/QuantityField.tsx'
import styles from './BulkAdd.module.css'

interface Props {
  /** The machine's actor. */
  id: 'orderBulkAdd' | 'usualsBulkAdd' | 'listBulkAdd' | 'sharedBulkAdd'
  /** What the products are from. */
  source: string
  level: 2 | 3 | 4
}

/** The heading gets the focus when it appears. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

/** Once the section is removed, the focus goes back to the button that opened it. */
const giveFocusBack = (section: HTMLElement | null) => () => {
  if (section?.contains(document.activeElement))
    section.parentElement?.querySelector<HTMLElement>('[data-opens-bulk-add]')?.focus()
}

/** What has changed since products were ordered or put on a list, a choice of them, and the button that adds them to the cart. */
export function BulkAdd({ id, source, level }: Props) {
  const isVisible = useActor(id, snapshot => isShown(snapshot, source))
  return isVisible && <Review id={id} level={level} />
}

function Review({ id, level }: Pick<Props, 'id' | 'level'>) {
  const lines = useActor(id, ({ context }) => context.lines)
  const isUnreachable = useActor(id, snapshot => snapshot.matches({ choosing: 'unreachable' }))
  const isUnanswered = useActor(id, snapshot => snapshot.matches({ sending: 'unanswered' }))
  const isSending = useActor(id, snapshot => 'sending' in snapshot.value)
  const refusal = useActor(id, ({ context }) => context.refusal)
  const sessionId = useActor('cart', ({ context }) => context.sessionId)
  const send = useSend(id)
  const Heading = `h${level}` as const
  const tryAgain = <Button onClick={() => send({ type: 'bulk.retry' })}>Try again</Button>
  return (
    <section className={styles.review} ref={giveFocusBack} aria-labelledby={`${id}-heading`} data-screen-only>
      <Heading id={`${id}-heading`} tabIndex={-1} ref={takeFocus}>
        Add to your cart
      </Heading>
      {isUnreachable && (
        <Notice tone="bad" role="alert" action={tryAgain}>
          <b>We couldn’t check prices and stock.</b> Nothing was added to your cart.
        </Notice>
      )}
      {isUnanswered && (
        <Notice tone="bad" role="alert" action={tryAgain}>
          <b>We don’t know yet whether the products were added.</b> Trying again does not add them twice.
        </Notice>
      )}
      {!isUnreachable && !isUnanswered && (
        <Summary lines={lines} message={isSending ? null : (refusal?.message ?? null)} />
      )}
      <ul className={styles.lines}>
        {lines.map(line => (
          <Line key={line.productId} line={line} isLocked={isSending} send={send} />
        ))}
      </ul>
      <div className={styles.end}>
        {lines.length > 0 && (
          <p className={styles.sum}>
            <span>Total</span>
            <b className="num">{formatAmount(sumOf(lines))}</b>
          </p>
        )}
        {lines.length > 0 && !isUnanswered && (
          <AddButton
            lines={lines}
            isSending={isSending}
            onAdd={() => send({ type: 'bulk.confirm', sessionId })}
            reasonId={`${id}-reason`}
          />
        )}
        {(!isSending || isUnanswered) && <Button onClick={() => send({ type: 'bulk.close' })}>Cancel</Button>}
      </div>
    </section>
  )
}

/** What has changed, in words. */
function Summary({ lines, message }: { lines: readonly ReviewedLine[]; message: string | null }) {
  const { prices, missing, refused } = countChanges(lines)
  if (message !== null || refused > 0)
    return (
      <Notice tone="bad" role="alert">
        {message ?? (refused === 1 ? '1 product was not added.' : `${refused} products were not added.`)}
      </Notice>
    )
  const words = [
    prices > 0 && (prices === 1 ? '1 price has changed.' : `${prices} prices have changed.`),
    missing > 0 && (missing === 1 ? '1 product is not available.' : `${missing} products are not available.`),
  ].filter(one => one !== false)
  return <p className="muted">{words.join(' ') || 'Choose what to add.'}</p>
}

interface AddButtonProps {
  lines: readonly ReviewedLine[]
  isSending: boolean
  onAdd: () => void
  reasonId: string
}

function AddButton({ lines, isSending, onAdd, reasonId }: AddButtonProps) {
  const count = chosenLines(lines).length
  const isReady = canAdd(lines)
  return (
    <>
      <Button
        variant="go"
        pending={isSending && 'Adding...'}
        disabledReasonId={isReady || isSending ? null : reasonId}
        onClick={onAdd}
      >
        {`Add ${count} ${count === 1 ? 'product' : 'products'} to cart`}
      </Button>
      {!isReady && !isSending && (
        <p id={reasonId} className="muted">
          {count === 0 ? 'Choose at least one product.' : 'Check the quantities.'}
        </p>
      )}
    </>
  )
}

interface LineProps {
  line: ReviewedLine
  /** The addition is being sent. */
  isLocked: boolean
  send: (event: BulkAddEvent) => void
}

function Line({ line, isLocked, send }: LineProps) {
  const { productId, name, thumbnail, isChosen, typed, refusal, suggestion } = line
  const change = changeOf(line)
  const isOwn = change === 'none' || change === 'price'
  const product = addedProduct(line)
  const shown = product ?? { name, thumbnail }
  const words = isOwn ? null : reasonOf(line)
  return (
    <li className={styles.line} data-chosen={isChosen || undefined}>
      <img {...picture(shown.thumbnail, [160], '64px')} width="64" height="64" alt="" />
      <div className={styles.words}>
        {!isOwn && (
          <p>
            <s>
              <ProductName name={name} />
            </s>
          </p>
        )}
        {words && <Reason words={words} />}
        {product === null ? (
          <p className="muted">We have nothing similar in stock.</p>
        ) : (
          <Checkbox
            checked={isChosen}
            disabled={isLocked}
            onChange={chosen => send({ type: 'bulk.choose', productId, isChosen: chosen })}
          >
            {suggestion && !isOwn && <span>{'Add instead: '}</span>}
            <ProductName name={product.name} />
          </Checkbox>
        )}
        {product && <LinePrice line={line} cents={toCents(priceOf(product))} />}
        {refusal && <Reason words={refusal} />}
      </div>
      {product && isChosen && !isLocked && (
        <QuantityField
          label="Quantity"
          name={product.name}
          value={typed}
          error={quantityError(typed)}
          onChange={quantity => send({ type: 'bulk.setQuantity', productId, quantity })}
        />
      )}
    </li>
  )
}

const reasonOf = ({ product }: ReviewedLine) =>
  product === null ? 'We no longer sell this.' : (product.availability ?? 'Out of stock')

const Reason = ({ words }: { words: string }) => (
  <p className={styles.reason}>
    <Icon of="circle-alert" size="small" />
    <span>{words}</span>
  </p>
)

/** The price of one, and what it was if that differs. */
function LinePrice({ line, cents }: { line: ReviewedLine; cents: number }) {
  if (changeOf(line) !== 'price') return <p className="num">{formatAmount(cents)}</p>
  const before = toCents(line.priceBefore!)
  return (
    <p className={`num ${styles.price}`} data-change={cents > before ? 'up' : 'down'}>
      <s aria-hidden="true">{formatAmount(before)}</s>
      <span aria-hidden="true"> → </span>
      <b>
        <span className="vh">Now </span>
        <span>{formatAmount(cents)}</span>
      </b>
      <span className="vh">{`, before ${formatAmount(before)}`}</span>
    </p>
  )
}
