import { toCents } from '#contract/money'
import { areAmountsConfirmed, changeStage, shownAmounts } from '#machines/order-change/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Totals } from '../ui/Totals.tsx'
import { Problems } from './Problems.tsx'
import { useConflicts } from './use-conflicts.ts'

/** What the order would cost. Amounts that the gateway has not confirmed for the draft are marked. */
export function ChangeAmounts() {
  const shown = useActor('orderChange', ({ context }) => shownAmounts(context))
  const before = useActor('orderChange', ({ context }) => context.order!)
  const isConfirmed = useActor('orderChange', areAmountsConfirmed)
  const isUnreachable = useActor('orderChange', snapshot => changeStage(snapshot) === 'unreachable')
  const problems = useConflicts('amounts')
  const send = useSend('orderChange')
  const hasWeighed = shown.lines.some(({ weighed }) => Boolean(weighed))
  const changed = (now: number, was: number) => (now === was || !isConfirmed ? null : toCents(was))
  return (
    <>
      <Totals
        subtotal={toCents(shown.subtotal)}
        discount={toCents(shown.discount)}
        couponCode={shown.couponCode}
        delivery={toCents(shown.deliveryFee)}
        total={toCents(shown.total)}
        most={hasWeighed ? toCents(shown.most ?? shown.total) : null}
        isConfirming={!isConfirmed}
        before={{
          delivery: changed(shown.deliveryFee, before.deliveryFee),
          total: changed(shown.total, before.total),
        }}
      />
      <Problems texts={problems} />
      {isUnreachable && (
        <Notice
          tone="bad"
          role="alert"
          action={<Button onClick={() => send({ type: 'change.retry' })}>Try again</Button>}
        >
          <b>We couldn’t update the amounts.</b> Your changes are kept.
        </Notice>
      )}
    </>
  )
}
