import type { MouseEvent } from 'react'
import type { Conflict } from '#contract/conflict'
import { focusOnMount } from '../form/form-focus.ts'
import { thingsText } from '../form/ErrorSummary.tsx'
import { moneyText } from '../ui/format-money.ts'
import { Notice } from '../ui/Notice.tsx'
import { conflictPlace } from './conflicts.ts'
import styles from './Refused.module.css'

interface Props {
  /** What the gateway said; null where the shopper has been elsewhere since. */
  message: string | null
  /** What it named and is not settled yet. */
  said: readonly Conflict[]
  /** The total to look at, in cents; null as long as there is more to do, or it is not known. */
  newTotal: number | null
}

/**
 * The gateway said no: what is in the way, each a link to its place, and what to do. It takes the focus, so that it is seen
 * wherever the button stood.
 */
export function Refused({ message, said, newTotal }: Props) {
  return (
    <div ref={focusOnMount} tabIndex={-1} role="alert">
      <Notice
        tone="bad"
        action={
          <a className="textlink" href="/cart">
            Look at your cart
          </a>
        }
      >
        <b>{said.length > 0 ? `${thingsText(said.length)} changed while you were here.` : message}</b> The order was not
        placed and nothing was charged.
        {said.length > 0 && <Links said={said} />}
        {newTotal !== null && (
          <p>
            The total is now <b className="num">{moneyText(newTotal)}</b>. Look at the new total, then place your order.
          </p>
        )}
      </Notice>
    </div>
  )
}

const Links = ({ said }: { said: readonly Conflict[] }) => (
  <ul className={styles.links}>
    {said.map(conflict => (
      <li key={`${conflict.about} ${conflict.productId ?? ''}`}>
        <a href={`#${conflictPlace(conflict)}`} onClick={goThere}>
          {conflict.message}
        </a>
      </li>
    ))}
  </ul>
)

/** The place takes the focus; the address stays as it is. */
function goThere(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.querySelector<HTMLElement>(event.currentTarget.hash)?.focus()
}
