import type { Refusal } from '#contract/refusal'
import { Notice } from '../ui/Notice.tsx'

/** Why a form was refused, in the gateway's words; nothing if it was not. */
export const FormRefusal = ({ refusal }: { refusal: Refusal | null }) =>
  refusal && (
    <Notice tone="bad" role="alert">
      {refusal.message}
    </Notice>
  )
