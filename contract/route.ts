import { array, nullable, optional, string, type, type Struct } from 'superstruct'
import { numeric } from './money.ts'
import type { waits } from './waits.ts'

/** An API call: its request, and the shape of a successful answer. */
export interface Route<Body = unknown, Answer = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the base URL, with its query; `{names}` are filled in by the caller. */
  path: string
  /** Null for a request without a body. */
  body: Struct<Body, unknown> | null
  /** The shape of a successful answer. */
  answer: Struct<Answer, unknown>
  wait: keyof typeof waits
  /** `statusCode`s that count as success (section 9). */
  success: readonly number[]
}

const ok = [200, 201] as const

/** The part that every answer has, successful or refused. */
export const envelope = type({ statusCode: numeric, message: optional(nullable(string())) })

/** An answer with a list. */
export const listOf = <T>(of: Struct<T, unknown>) =>
  type({ listData: array(of) }) as unknown as Struct<{ listData: T[] }, unknown>
/** An answer with one item. */
export const one = <T>(of: Struct<T, unknown>) => type({ data: of }) as unknown as Struct<{ data: T }, unknown>
/** An answer whose data is ignored. */
export const nothing = type({}) as unknown as Struct<object, unknown>

/** A GET request. */
export const read = <A>(path: string, answer: Struct<A, unknown>, wait: Route['wait'] = 'read'): Route<null, A> => ({
  method: 'GET',
  path,
  body: null,
  answer,
  wait,
  success: ok,
})
/** A request with a body. */
export const write = <B, A>(
  method: 'POST' | 'PUT',
  path: string,
  body: Struct<B, unknown>,
  answer: Struct<A, unknown>,
  wait: Route['wait'] = 'write',
): Route<B, A> => ({ method, path, body, answer, wait, success: ok })
/** A change of a customer's own data: 200 alone is success (section 9). */
export const updating = <B, A>(path: string, body: Struct<B, unknown>, answer: Struct<A, unknown>): Route<B, A> => ({
  ...write('POST', path, body, answer),
  success: [200],
})
/** A DELETE request. */
export const remove = <A>(path: string, answer: Struct<A, unknown>): Route<null, A> => ({
  ...read(path, answer, 'write'),
  method: 'DELETE',
})

/** A call with any body and answer. */
export type AnyRoute = Omit<Route, 'body' | 'answer'> & { body: object | null; answer: object }

/** The type of a call's body. */
export type BodyOf<R> = R extends { body: infer S } ? (S extends Struct<infer B, unknown> ? B : never) : never
/** The type of a call's successful answer. */
export type AnswerOf<R> = R extends { answer: Struct<infer A, unknown> } ? A : never
