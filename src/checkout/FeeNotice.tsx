import type { MouseEvent } from 'react'
import { isTransient, type Refusal } from '#contract/refusal'
import type { SuggestedSuburb } from '#contract/conflict'
import { SuburbButtons } from '../address/SuburbButtons.tsx'
import { focusIfSubmitted } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  refusal: Refusal | null
  /** The suburbs that may be meant. */
  suggestions?: readonly SuggestedSuburb[]
  onUse?: (suburb: SuggestedSuburb) => void
  onRetry: () => void
  /** Goes back to the address; for a later step. */
  onEdit?: () => void
  /** Goes to the form of the address. */
  onChange?: (() => void) | undefined
  /** Chooses pick-up; omitted if the store offers none. */
  onPickUp?: ((event: MouseEvent<HTMLElement>) => void) | undefined
}

const noSuggestions: readonly SuggestedSuburb[] = []

/** Why there is no delivery fee: outside the area, or no answer. */
export function FeeNotice({ refusal, suggestions = noSuggestions, onUse, onRetry, onEdit, onChange, onPickUp }: Props) {
  if (refusal === null) return null
  if (!isTransient(refusal)) {
    return (
      <div ref={focusIfSubmitted} tabIndex={-1} role="alert" data-obstacle>
        <Notice tone="bad">
          <div className="stack">
            <b>{refusal.message}</b>
            {/* below the text: several buttons beside it would leave no width for it */}
            <div className="row">
              {onUse && <SuburbButtons {...{ suggestions, onUse }} />}
              {onEdit && <Button onClick={onEdit}>Change delivery</Button>}
              {onPickUp && <Button onClick={onPickUp}>Choose pick-up</Button>}
              {onChange && <Button onClick={onChange}>Change address</Button>}
            </div>
          </div>
        </Notice>
      </div>
    )
  }
  return (
    <Notice tone="bad" role="alert" action={<Button onClick={onRetry}>Try again</Button>}>
      <b>We couldn’t calculate the delivery fee.</b>
      <span>{` ${refusal.message}`}</span>
    </Notice>
  )
}
