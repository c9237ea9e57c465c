import { refusalIn } from '#contract/refusal'
import type { Environment } from './environment.ts'

/** Begins the visit with the stored token or, if `bearer` is empty, without one. */
type Begin<Answer> = (sessionId: string | null, bearer?: '') => Promise<Answer>

/** What a gateway, or a proxy before it, answers to an id or a token that it can't read: a path or a header is too long or malformed. */
const unreadable = [400, 414, 431]

/**
 * Begins a visit without the stored session id or token if the gateway can't read them: they would make every call fail. Those that are
 * the cause are dropped, and the page is loaded again: not those that are refused once only, by a proxy for example. The session of another gateway, which this one does not know, is left out.
 *
 * @param error - of the beginning with both
 * @throws the error if they are not its cause
 */
export async function beginWithout<Answer>(
  { storage, reload }: Pick<Environment, 'storage' | 'reload'>,
  error: unknown,
  begin: Begin<Answer>,
): Promise<Answer> {
  const { status } = refusalIn(error)
  const [sessionId, token] = [storage.sessionId(), storage.token()]
  if (status === 404 && sessionId !== null) return begin(null)
  if (!unreadable.includes(status) || (sessionId ?? token) === null) throw error
  const isUnreadable = (again: unknown) => unreadable.includes(refusalIn(again).status)
  let answer: Answer | null = null
  try {
    answer = await begin(null)
  } catch (again) {
    if (token === null || !isUnreadable(again)) throw again
  }
  try {
    return await begin(sessionId)
  } catch (again) {
    if (!isUnreadable(again)) throw again
  }
  if (answer !== null) {
    storage.clearSessionId()
    if (storage.sessionId() === null) reload()
    return answer
  }
  answer = await begin(null, '')
  storage.clearSessionId()
  storage.clearToken()
  if (storage.token() === null) reload()
  return answer
}
