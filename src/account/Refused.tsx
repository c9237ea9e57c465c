import type { ReactNode } from 'react'
import type { Refusal } from '#contract/refusal'
import { Notice } from '../ui/Notice.tsx'
import { focusWhileMounted } from '../form/form-focus.ts'

interface Props {
  refusal: Refusal
  /** What is to be known where no answer came: it may be done all the same. */
  unsure?: string
  action?: ReactNode
}

/** The gateway said no, or nothing: it takes the focus, so that it is seen wherever the button stood. */
export const Refused = ({ refusal, unsure, action }: Props) => (
  <div ref={focusWhileMounted} tabIndex={-1} role="alert">
    <Notice tone="bad" action={action}>
      {refusal.message} {refusal.code !== 'refused' && unsure}
    </Notice>
  </div>
)
