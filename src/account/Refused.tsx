import type { ReactNode } from 'react'
import type { Refusal } from '#contract/refusal'
import { takeFocus } from '../form/ending.ts'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  refusal: Refusal
  /** What is to be known where a reload came before the answer. */
  interrupted?: string
  action?: ReactNode
}

/** The gateway said no, or nothing: it takes the focus, so that it is seen wherever the button stood. */
export const Refused = ({ refusal, interrupted, action }: Props) => (
  <div ref={takeFocus} tabIndex={-1} role="alert">
    <Notice tone="bad" action={action}>
      {refusal.message} {refusal.code === 'interrupted' && interrupted}
    </Notice>
  </div>
)
