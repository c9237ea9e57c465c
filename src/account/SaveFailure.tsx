import type { ReactNode } from 'react'
import type { Refusal } from '#contract/refusal'
import { Notice } from '../ui/Notice.tsx'
import { focusWhileMounted } from '../form/form-focus.ts'

interface Props {
  refusal: Refusal
  /** Added if no answer came, so that the change may have been saved. */
  unsure?: string
  action?: ReactNode
}

/** Why a save failed. Takes the focus, so that it is noticed wherever the button was. */
export const SaveFailure = ({ refusal, unsure, action }: Props) => (
  <div ref={focusWhileMounted} tabIndex={-1} role="alert">
    <Notice tone="bad" action={action}>
      {refusal.code === 'refused' || !unsure ? refusal.message : `${refusal.message} ${unsure}`}
    </Notice>
  </div>
)
