import { cartInvariants } from './invariants/cart.ts'
import { checkoutInvariants } from './invariants/checkout.ts'
import { formInvariants } from './invariants/forms.ts'
import type { ActInvariant, CallInvariant, Invariant, StateInvariant } from './invariants/invariant.ts'
import { journalInvariants } from './invariants/journal.ts'
import { sessionInvariants } from './invariants/session.ts'
import type { Act, Page, Pending, Tab, World } from './world.ts'

/** Everything that has to hold whatever happens, and that can be looked at. */
export const invariants: readonly Invariant[] = [
  ...cartInvariants,
  ...sessionInvariants,
  ...checkoutInvariants,
  ...formInvariants,
  ...journalInvariants,
]

/** What holds from one moment to another, and is looked at where it may break. */
export const passages = {
  J1: 'A journal replays to the same state at every moment, over reloads and checkpoints.',
  V1: 'The shop starts within 5 s, whatever its storage does.',
  V2: 'Code that can’t be loaded costs nothing that was typed.',
  V3: 'A build with other machines keeps what was typed in the ones that it has in common.',
  V4: 'After a day without activity the browser has nothing that a guest typed, except in an unsettled order.',
  J2: 'A replay starts no effect.',
  K3a: 'The cart’s session id is removed only after an order was placed or a customer logged out.',
  K7b: 'Checkout input survives every failure, timer and reload.',
  R1: 'A reload leaves the shopper’s machines as they were, except for interrupted effects.',
  S12: 'A logout ends the login that it was asked for, and no later one.',
  S4: 'A late response to a customer who has logged out changes neither a machine nor the storage.',
  S6a: 'No event of a journal contains a token or a password.',
} as const

const states = invariants.filter((one): one is StateInvariant => one.when !== 'act' && one.when !== 'call')
const acts = invariants.filter((one): one is ActInvariant => one.when === 'act')
const calls = invariants.filter((one): one is CallInvariant => one.when === 'call')

/** What is broken in a state, of what is looked at at such moments. */
export function brokenState(world: World, when: readonly StateInvariant['when'][]): string | null {
  for (const one of states) {
    if (!when.includes(one.when)) continue
    world.figures.checks += 1
    const wrong = one.check(world)
    if (wrong !== null) return `${one.name}: ${wrong}`
  }
  return null
}

/** Records the invariants that an action broke. */
export function lookAtAct(world: World, tab: Tab & { page: Page }, act: Act, before: unknown): void {
  for (const { name, check } of acts) {
    world.figures.checks += 1
    const wrong = check(world, tab, act, before)
    if (wrong !== null) world.broken.push(`${name}: ${act.event.type}: ${wrong}`)
  }
}

/** Notes what is wrong with a call that leaves the shop. */
export function lookAtCall(world: World, call: Pending): void {
  for (const { name, check } of calls) {
    world.figures.checks += 1
    const wrong = check(world, call)
    if (wrong !== null) world.broken.push(`${name}: ${wrong}`)
  }
}
