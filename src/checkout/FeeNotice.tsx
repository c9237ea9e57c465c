import type { Refusal } from '#contract/refusal'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  refusal: Refusal | null
  onRetry: () => void
  /** The way back to the address, from a later step. */
  onEdit?: () => void
}

/** Why there is no delivery fee: outside the area, or no answer. */
export function FeeNotice({ refusal, onRetry, onEdit }: Props) {
  if (refusal === null) return null
  if (refusal.code === 'refused') {
    return (
      <Notice tone="bad" role="alert" action={onEdit && <Button onClick={onEdit}>Change delivery</Button>}>
        <b>{refusal.message}</b> Give another address, or choose another way to get your order.
      </Notice>
    )
  }
  return (
    <Notice tone="bad" role="alert" action={<Button onClick={onRetry}>Try again</Button>}>
      <b>The delivery fee could not be worked out.</b> {refusal.message}
    </Notice>
  )
}
