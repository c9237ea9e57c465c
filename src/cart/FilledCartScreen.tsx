import type { CartLine as Line } from '#contract/cart'
import { cartBill, checkoutObstacle, type CartBill, type CheckoutObstacle } from '#machines/cart/cart-bill'
import { couponState, fieldQuantity, isLineWaiting, lineChoice } from '#machines/cart/page-selectors'
import { changingLines, expectedLines, isConfirming } from '#machines/cart/selectors'
import { homePath } from '#contract/paths'
import { formatAmount } from '#contract/money'
import { useActor, useSend } from '../system/actors.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PinnedTotal } from '../ui/PinnedTotal.tsx'
import { CartLine } from './CartLine.tsx'
import { CartSummary } from './CartSummary.tsx'
import { CheckoutButton } from '../ui/CheckoutButton.tsx'
import { Coupon } from './Coupon.tsx'
import { whyNotCheckout } from '../ui/MinimumMeter.tsx'
import styles from './FilledCart.module.css'

/** A cart with lines: lines on the left, summary on the right; on a phone the total is pinned to the bottom. */
export const FilledCartScreen = () => (
  <>
    <div className={`split ${styles.cart}`}>
      <div className="stack">
        <div className="panel">
          <Lines />
        </div>
        <div className={styles.back}>
          <ButtonLink href={homePath}>
            <Icon of="arrow-left" size="small" />
            <span>Continue Shopping</span>
          </ButtonLink>
        </div>
      </div>
      <aside className="stack" aria-label="Order summary">
        <Summary />
        <CouponForm />
      </aside>
    </div>
    <Pinned />
  </>
)

/** The amounts of the cart. A component that calls this renders again only when an amount changes. */
function useCartBill(): CartBill {
  const settings = useActor('session', ({ context }) => context.settings)
  const totals = useActor('cart', ({ context }) => cartBill(context, settings).totals)
  const { most, fee, minimum, missing } = useActor('cart', ({ context }) => ({
    ...cartBill(context, settings),
    totals: null,
  }))
  return { totals, most, fee, minimum, missing }
}

function useCheckoutObstacle(): CheckoutObstacle | null {
  const settings = useActor('session', ({ context }) => context.settings)
  return useActor('cart', ({ context }) => checkoutObstacle(context, settings))
}

function Lines() {
  const lines = useActor('cart', ({ context }) => expectedLines(context))
  return (
    <ul>
      {lines.map(line => (
        <EditableLine key={line.id} line={line} />
      ))}
    </ul>
  )
}

function EditableLine({ line }: { line: Line }) {
  const quantity = useActor('cart', ({ context }) => fieldQuantity(context, line))
  const isChanging = useActor('cart', ({ context }) => changingLines(context).includes(line.id))
  const isWaiting = useActor('cart', snapshot => isLineWaiting(snapshot, line.id))
  const choice = useActor('cart', ({ context }) => lineChoice(context, line))
  const send = useSend('cart')
  return <CartLine {...{ line, quantity, isChanging, isWaiting, choice, send }} />
}

function Summary() {
  const couponCode = useActor('cart', ({ context }) => context.coupon?.couponCode ?? null)
  const isPending = useActor('cart', ({ context }) => isConfirming(context))
  return (
    <CartSummary bill={useCartBill()} couponCode={couponCode} isConfirming={isPending}>
      <WayToCheckout wide />
    </CartSummary>
  )
}

function CouponForm() {
  const field = useActor('cart', snapshot => ({
    code: snapshot.context.code,
    coupon: snapshot.context.coupon,
    refusal: snapshot.context.couponRefusal,
    state: couponState(snapshot),
  }))
  const { totals } = useCartBill()
  const send = useSend('cart')
  return <Coupon {...field} subtotal={totals.subtotal} send={send} />
}

function Pinned() {
  const { totals, most, fee } = useCartBill()
  const isPending = useActor('cart', ({ context }) => isConfirming(context))
  return (
    <PinnedTotal
      total={totals.total}
      isBeforeDelivery={fee === null}
      isEstimate={most !== null}
      busy={isPending}
      whyNot={<WhyNot />}
    >
      <WayToCheckout />
    </PinnedTotal>
  )
}

/** Why 'Checkout' is disabled, in the few words that the pinned bar has room for. */
function WhyNot() {
  const { missing } = useCartBill()
  const obstacle = useCheckoutObstacle()
  const text = obstacle === 'invalidQuantity' ? 'Check the quantities' : `Add ${formatAmount(missing)} more`
  return <p role="status">{obstacle && text}</p>
}

const whyInvalid = 'why-invalid'

/** The ids of the texts that say why 'Checkout' is disabled. */
const whyNotIds: Record<CheckoutObstacle, string> = { invalidQuantity: whyInvalid, belowMinimum: whyNotCheckout }

/** 'Checkout', disabled while there is an obstacle. */
function WayToCheckout({ wide = false }: { wide?: boolean }) {
  const obstacle = useCheckoutObstacle()
  return (
    <>
      {wide && obstacle === 'invalidQuantity' && (
        <p id={whyInvalid} className="small" role="status">
          Please correct the quantity first.
        </p>
      )}
      <CheckoutButton wide={wide} whyNot={obstacle && whyNotIds[obstacle]} />
    </>
  )
}
