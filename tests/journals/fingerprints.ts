import type { AnyStateMachine } from 'xstate'
import { fingerprintOf } from '#machines/journal/fingerprint'
import { isMachine, registryOf } from '#machines/journal/registry'
import { openShop } from '../kit/open-shop.ts'

/** The current fingerprint of every machine, by machine id. */
export function currentFingerprints(): Record<string, string> {
  const found = new Map<string, string>()
  const look = (machine: AnyStateMachine) => {
    if (found.has(machine.id)) return
    found.set(machine.id, fingerprintOf(machine))
    Object.values(registryOf(machine)).filter(isMachine).forEach(look)
  }
  look(openShop().logic)
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
