import { sessionRoutes } from '#contract/settings'
import { refusalIn } from '#contract/refusal'
import { requireSuccess, type Client } from './client.ts'
import type { Environment } from './environment.ts'
import { unreadableStatuses } from './storage.ts'

/** Begins the visit with the stored token or, if `bearer` is empty, without one. */
type Begin<Answer> = (sessionId: string | null, bearer?: '') => Promise<Answer>

const isUnreadable = (error: unknown) => unreadableStatuses.includes(refusalIn(error).status)

/**
 * Whether the gateway can't read a session id: it begins a visit without it, and refuses to begin one with it. A request that is
 * refused once only, by a proxy for example, says nothing about the id.
 */
export async function isSessionUnreadable(call: Client, sessionId: string): Promise<boolean> {
  const refuses = (id: string) =>
    requireSuccess(call(sessionRoutes.begin, { params: { sessionId: id } })).then(() => false, isUnreadable)
  return !(await refuses('null')) && refuses(sessionId)
}

/**
 * Begins a visit without the stored session id or token if the gateway can't read them: they would make every call fail. Those that are
 * the cause are dropped: not those that are refused once only, by a proxy for example. After the session's the visit starts again,
 * after the token's the page is loaded again. The session of another gateway, which this one does not know, is left out.
 *
 * @param error - of the beginning with both
 * @throws the error if they are not its cause
 */
export async function beginWithout<Answer>(
  { storage, startVisit, reload }: Pick<Environment, 'storage' | 'startVisit' | 'reload'>,
  error: unknown,
  begin: Begin<Answer>,
): Promise<Answer> {
  const { status } = refusalIn(error)
  const [sessionId, token] = [storage.sessionId(), storage.token()]
  if (status === 404 && sessionId !== null) return begin(null)
  if (!isUnreadable(error) || (sessionId ?? token) === null) throw error
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
    // an addition may have stored another one in the meantime
    if (storage.sessionId() === sessionId) storage.clearSessionId()
    if (storage.sessionId() !== sessionId) startVisit()
    return answer
  }
  answer = await begin(null, '')
  storage.clearSessionId()
  storage.clearToken()
  if (storage.token() === null) reload()
  return answer
}
