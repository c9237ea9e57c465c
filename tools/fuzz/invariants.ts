import { cartInvariants } from './invariants/cart.ts'
import { checkoutInvariants } from './invariants/checkout.ts'
import { formInvariants } from './invariants/forms.ts'
import type { EventInvariant, CallInvariant, Invariant, StateInvariant } from './invariants/invariant.ts'
import { journalInvariants } from './invariants/journal.ts'
import { sessionInvariants } from './invariants/session.ts'
import type { UserEvent, Page, Pending, Tab, World } from './world.ts'

/** Invariants that are checked on a state, an event or a call. */
export const invariants: readonly Invariant[] = [
  ...cartInvariants,
  ...sessionInvariants,
  ...checkoutInvariants,
  ...formInvariants,
  ...journalInvariants,
]

/** Invariants that compare two moments. The code that takes the step checks them. */
export const transitionInvariants = {
  J1: 'A journal replays to the same state at every moment, over reloads and checkpoints.',
  V1: 'The shop starts within 5 s, whatever its storage does.',
  V2: 'Code that can’t be loaded costs nothing that was typed.',
  V3: 'A build with other machines keeps what was typed in the ones that it has in common.',
  V4: 'After a day without activity the browser has nothing that a guest typed, except in an unsettled order.',
  V5: 'After ‘Forget me on this device’ no open tab has what a guest typed.',
  J2: 'A replay starts no effect.',
  K3a: 'The cart’s session id is removed only after an order was placed or a customer logged out.',
  K11: 'An order is stored from before it is sent until its outcome is known, or the shopper logs out.',
  K7b: 'Checkout input survives every failure, timer and reload.',
  R1: 'A reload leaves the shopper’s machines as they were, except for interrupted effects.',
  S12: 'A logout ends the login that it was asked for, and no later one.',
  S4: 'A late response to a customer who has logged out changes neither a machine nor the storage.',
  S6a: 'No event of a journal contains a token or a password.',
} as const

const stateInvariants = invariants.filter((one): one is StateInvariant => one.when !== 'act' && one.when !== 'call')
const eventInvariants = invariants.filter((one): one is EventInvariant => one.when === 'act')
const callInvariants = invariants.filter((one): one is CallInvariant => one.when === 'call')

/** Checks the invariants of these moments. @returns the first violation; null if there is none */
export function checkState(world: World, when: readonly StateInvariant['when'][]): string | null {
  for (const one of stateInvariants) {
    if (!when.includes(one.when)) continue
    world.figures.checks += 1
    const wrong = one.check(world)
    if (wrong !== null) return `${one.name}: ${wrong}`
  }
  return null
}

/** Checks the invariants about an event of the shopper. */
export function checkEvent(world: World, tab: Tab & { page: Page }, act: UserEvent, before: unknown): void {
  for (const { name, check } of eventInvariants) {
    world.figures.checks += 1
    const wrong = check(world, tab, act, before)
    if (wrong !== null) world.violations.push(`${name}: ${act.event.type}: ${wrong}`)
  }
}

/** Checks the invariants about a call that the shop sends. */
export function checkCall(world: World, call: Pending): void {
  for (const { name, check } of callInvariants) {
    world.figures.checks += 1
    const wrong = check(world, call)
    if (wrong !== null) world.violations.push(`${name}: ${wrong}`)
  }
}
