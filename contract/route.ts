import { array, nullable, optional, string, type, type Struct } from 'superstruct'
import { numeric } from './money.ts'
import type { waits } from './waits.ts'

/** One call of the contract: how it is asked, what is sent along, and how a successful answer reads. */
export interface Route<Body = unknown, Answer = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the base URL, with its query; `{names}` are filled in by the caller. */
  path: string
  /** Null where nothing is sent. */
  body: Struct<Body, unknown> | null
  /** The answer of a success. */
  answer: Struct<Answer, unknown>
  wait: keyof typeof waits
  /** `statusCode`s that count as success (section 9). */
  success: readonly number[]
}

const ok = [200, 201] as const

/** What every answer has, whether it is a success or a refusal. */
export const envelope = type({ statusCode: numeric, message: optional(nullable(string())) })

/** An answer that is a list. */
export const listOf = <T>(of: Struct<T, unknown>) =>
  type({ listData: array(of) }) as unknown as Struct<{ listData: T[] }, unknown>
/** An answer that is one thing. */
export const one = <T>(of: Struct<T, unknown>) => type({ data: of }) as unknown as Struct<{ data: T }, unknown>
/** An answer of which nothing is read. */
export const nothing = type({}) as unknown as Struct<object, unknown>

/** A call that asks. */
export const read = <A>(path: string, answer: Struct<A, unknown>, wait: Route['wait'] = 'read'): Route<null, A> => ({
  method: 'GET',
  path,
  body: null,
  answer,
  wait,
  success: ok,
})
/** A call that sends something along. */
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
/** A call that takes something away. */
export const remove = <A>(path: string, answer: Struct<A, unknown>): Route<null, A> => ({
  ...read(path, answer, 'write'),
  method: 'DELETE',
})

/** A call of any body and answer. */
export type AnyRoute = Omit<Route, 'body' | 'answer'> & { body: object | null; answer: object }

/** What is sent along with a call. */
export type BodyOf<R> = R extends { body: infer S } ? (S extends Struct<infer B, unknown> ? B : never) : never
/** What a call's success brings. */
export type AnswerOf<R> = R extends { answer: Struct<infer A, unknown> } ? A : never
