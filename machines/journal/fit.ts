import type { AnyStateMachine } from 'xstate'
import { schema, type Journal } from './entry.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isMachine, registered } from './registry.ts'

/** The fingerprint of every chart that a snapshot of the shop holds directly. */
export function fingerprintsFor(machine: AnyStateMachine, snapshot: unknown): Record<string, string> {
  const own: [string, string][] = [['shop', fingerprintOf(machine)]]
  for (const { src } of Object.values((snapshot as { children: Record<string, { src?: unknown }> }).children)) {
    const logic = typeof src === 'string' ? registered(machine, src) : undefined
    if (isMachine(logic)) own.push([src as string, fingerprintOf(logic)])
  }
  return Object.fromEntries(own)
}

/** Whether this build's charts still have the shape that a journal was written with. */
export const fits = (machine: AnyStateMachine, journal: Journal): boolean =>
  journal.schema === schema &&
  Object.entries(journal.fingerprints).every(([src, print]) => {
    const logic = src === 'shop' ? machine : registered(machine, src)
    return isMachine(logic) && fingerprintOf(logic) === print
  })
