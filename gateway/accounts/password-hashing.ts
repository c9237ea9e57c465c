import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { Refused } from '../requests/refusals.ts'

/**
 * argon2id with OWASP's minimum: 19 MiB, two passes, one lane. The constant is the library's `Algorithm.Argon2id`.
 */
const costs = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Hashing uses half of Node's 4 worker threads, which file access needs too. With more than 200 waiting, the wait exceeds the
 * storefront's time limit.
 */
const takeSlot = createSemaphore({ slots: 2, maxWaiting: 200 })

/** A hash with the usual costs that no password matches. */
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Hashes a password; the result contains salt and costs. The caller has checked its length. */
export const hashPassword = (password: string): Promise<string> => queued(() => hash(normalize(password), costs))

/**
 * Verifies a password.
 *
 * @param known - null if there is no such customer: takes the same time and returns false
 */
export const verifyPassword = (known: string | null, password: string): Promise<boolean> =>
  queued(async () => (await verify(known ?? dummyHash, normalize(password))) && known !== null)

/** Keyboards may compose the same character from different code points. */
const normalize = (password: string): string => password.normalize('NFKC')

async function queued<Value>(act: () => Promise<Value>): Promise<Value> {
  const release = await takeSlot()
  if (release === null) throw new Refused(503, 'Many people are logging in. Please try again in a moment.')
  try {
    return await act()
  } finally {
    release()
  }
}
