import { isTransient, type Refusal } from '#contract/refusal'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  refusal: Refusal | null
  onRetry: () => void
  /** Goes back to the address; for a later step. */
  onEdit?: () => void
  /** Chooses pick-up; omitted if the store offers none. */
  onPickUp?: (() => void) | undefined
}

/** Why there is no delivery fee: outside the area, or no answer. */
export function FeeNotice({ refusal, onRetry, onEdit, onPickUp }: Props) {
  if (refusal === null) return null
  if (!isTransient(refusal)) {
    return (
      <Notice
        tone="bad"
        role="alert"
        action={
          (onEdit && <Button onClick={onEdit}>Change delivery</Button>) ||
          (onPickUp && <Button onClick={onPickUp}>Choose pick-up</Button>)
        }
      >
        <b>{refusal.message}</b> Enter a different address, or choose pick-up.
      </Notice>
    )
  }
  return (
    <Notice tone="bad" role="alert" action={<Button onClick={onRetry}>Try again</Button>}>
      <b>We couldn’t calculate the delivery fee.</b> {refusal.message}
    </Notice>
  )
}
