import { useId, type FormEvent } from 'react'
import { discountOf, missingForCoupon, type Coupon as Held } from '#contract/coupon'
import type { Refusal } from '#contract/refusal'
import { isBlank } from '#contract/visible-text'
import { formatAmount } from '#contract/money'
import type { CartEvent } from '#machines/cart/cart-setup'
import type { CouponState } from '#machines/cart/page-selectors'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import field from '../ui/Field.module.css'
import styles from './Coupon.module.css'

/** The coupon in the cart's machine. */
export interface CouponField {
  /** The typed text. */
  code: string
  coupon: Held | null
  refusal: Refusal | null
  state: CouponState
}

interface Props extends CouponField {
  /** Cents, before any discount. */
  subtotal: number
  send: (event: CartEvent) => void
}

/** The coupon of the cart: a field for its code, or its discount. Both share one button element, so that it keeps the focus. */
export function Coupon({ code, coupon, refusal, state, subtotal, send }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.currentTarget.querySelector('button')?.focus()
    send({ type: coupon === null ? 'coupon.apply' : 'coupon.remove' })
  }
  const waits = {
    none: false,
    validating: 'Checking',
    applied: false,
    unchecked: false,
    // another code can be applied before the gateway answers
    withdrawing: isBlank(code) && 'Removing',
  } as const
  return (
    <section className="panel">
      <form className={styles.coupon} noValidate data-applied={coupon !== null || undefined} onSubmit={submit}>
        {coupon === null ? (
          <CodeField code={code} refusal={refusal} onType={value => send({ type: 'coupon.typed', value })} />
        ) : (
          <Applied coupon={coupon} subtotal={subtotal} />
        )}
        {state === 'unchecked' && (
          <Notice tone="gold" role="status">
            <p>We couldn’t check the coupon. It still applies, and we’ll check it again later.</p>
            <Button size="small" onClick={() => send({ type: 'coupon.recheck' })}>
              Try again
            </Button>
          </Notice>
        )}
        <Button type="submit" pending={waits[state]} aria-disabled={coupon === null && isBlank(code)}>
          {coupon === null ? 'Apply Coupon' : 'Remove Coupon'}
        </Button>
      </form>
    </section>
  )
}

/** The discount of a coupon: '$5.00 off', '10% off ($4.20)'. */
function worth(coupon: Held, subtotal: number) {
  const amount = formatAmount(discountOf(coupon, subtotal))
  return coupon.discountType === 'percent' ? `${coupon.discountValue}% off (${amount})` : `${amount} off`
}

function Applied({ coupon, subtotal }: { coupon: Held; subtotal: number }) {
  const missing = missingForCoupon(coupon, subtotal)
  return (
    <div className={styles.applied} role="status">
      <h2 className={field.label}>Coupon code</h2>
      <Notice tone={missing > 0 ? 'gold' : 'ok'}>
        <b className={styles.code}>{coupon.couponCode}</b>
        <p>{missing > 0 ? `Spend ${formatAmount(missing)} more to use this coupon.` : worth(coupon, subtotal)}</p>
      </Notice>
    </div>
  )
}

/** The gateway's reason, or the shop's own message without one. */
const reasonIn = ({ code, message, isUnexplained }: Refusal) =>
  code === 'refused' && isUnexplained ? 'This coupon is not valid.' : message

/** Above the bar that is pinned to the bottom of a phone. */
const scrollIntoView = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'nearest' })

interface CodeFieldProps {
  code: string
  refusal: Refusal | null
  onType: (text: string) => void
}

function CodeField({ code, refusal, onType }: CodeFieldProps) {
  const id = useId()
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        Coupon code
      </label>
      <input
        id={id}
        className={`${field.input} ${styles.code}`}
        name="coupon"
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        aria-invalid={refusal !== null || undefined}
        aria-describedby={`${id}-told`}
        onChange={event => onType(event.currentTarget.value)}
      />
      <p id={`${id}-told`} className={refusal === null ? field.hint : field.error} aria-live="polite">
        {refusal !== null && <Icon of="circle-alert" size="small" />}
        {refusal === null ? (
          <span>One coupon per order.</span>
        ) : (
          <span key="refused" ref={scrollIntoView}>
            {reasonIn(refusal)}
          </span>
        )}
      </p>
    </div>
  )
}
