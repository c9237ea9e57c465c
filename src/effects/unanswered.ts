import { offlineMessage, refusalIn, type Refusal } from '#contract/refusal'

/** The refusal of a request without an answer. The server and old browsers do not tell whether there is a connection. */
export const unanswered = (): Refusal =>
  refusalIn(globalThis.navigator?.onLine === false ? { message: offlineMessage } : null)
