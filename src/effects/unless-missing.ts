import { refusalIn } from '#contract/refusal'

/** Resolves to `otherwise` if a call is refused with 404: an older gateway does not have it. */
export const unlessMissing = <Answer, Other>(answer: Promise<Answer>, otherwise: () => Other | Promise<Other>) =>
  answer.catch((error: unknown) => {
    if (refusalIn(error).status === 404) return otherwise()
    throw error
  })
