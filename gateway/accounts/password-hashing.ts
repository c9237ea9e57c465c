import { hash, verify } from '@node-rs/argon2'
import { Refused } from '../requests/refusals.ts'

/** argon2id at OWASP's least: 19 MiB, two passes, one lane. The constant is the library's own `Algorithm.Argon2id`. */
const costs = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Node has four threads for all that waits for the disk, too; hashing leaves half of them alone. */
const maxRunning = 2
/** With more than that in the line the last would wait for longer than anybody does. */
const maxWaiting = 200

/** A hash that costs what any other does, and that no password has. */
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

let running = 0
const queue: (() => void)[] = []

/** Hashes a password; the answer holds its salt and its costs. Its length was looked at before. */
export const hashPassword = (password: string): Promise<string> => queued(() => hash(normalize(password), costs))

/**
 * Whether a password is the one that was hashed.
 *
 * @param known - null where there is no such customer: that takes as long, and is never right
 */
export const verifyPassword = (known: string | null, password: string): Promise<boolean> =>
  queued(async () => (await verify(known ?? dummyHash, normalize(password))) && known !== null)

/** Keyboards differ in how they compose one and the same letter. */
const normalize = (password: string): string => password.normalize('NFKC')

async function queued<Value>(act: () => Promise<Value>): Promise<Value> {
  if (queue.length >= maxWaiting) throw new Refused(503, 'Many people are logging in. Please try again in a moment.')
  if (running >= maxRunning) await new Promise<void>(resolve => queue.push(resolve))
  else running++
  try {
    return await act()
  } finally {
    const next = queue.shift()
    if (next === undefined) running--
    else next() // the place is handed on
  }
}
