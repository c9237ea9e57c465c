import { titleAt } from '#contract/paths'
import { waitingAdditions } from '#machines/cart/page-selectors'
import { expectedLines } from '#machines/cart/selectors'
import { useActor } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { CartSkeleton } from './CartSkeleton.tsx'
import { EmptyCart } from './EmptyCart.tsx'
import { FilledCartScreen } from './FilledCartScreen.tsx'
import { WaitingAdditions } from './WaitingAdditions.tsx'
import { UnreadCart } from './UnreadCart.tsx'
import { useReadAgain } from '../session/use-read-again.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './CartScreen.module.css'

/** The page 'Shopping Cart': the lines, their amounts, and the link to the checkout. */
export function CartScreen() {
  const hasLines = useActor('cart', ({ context }) => expectedLines(context).length > 0)
  const isReading = useActor('cart', ({ value }) => value.lines === 'unopened' || value.lines === 'loading')
  const isUnread = useActor('cart', ({ value }) => value.lines === 'unreachable')
  const message = useActor('cart', ({ context }) => context.refusal?.message ?? '')
  const session = useActor('session', ({ value }) => value.start)
  const waiting = useActor('cart', waitingAdditions)
  const readAgain = useReadAgain()
  return (
    <div className={styles.page}>
      <PageTitle text={titleAt('/cart')} />
      <Breadcrumb trail={[{ name: 'Shopping Cart' }]} />
      <h1 tabIndex={-1}>Shopping Cart</h1>
      {isUnread && session !== 'starting' && <UnreadCart message={message} whole={!hasLines} onRetry={readAgain} />}
      {waiting.length > 0 && <WaitingAdditions additions={waiting} />}
      {hasLines && <FilledCartScreen />}
      {!hasLines && (isReading || session === 'starting') && <CartSkeleton />}
      {!hasLines && waiting.length === 0 && !isReading && !isUnread && session !== 'starting' && <EmptyCart />}
    </div>
  )
}
