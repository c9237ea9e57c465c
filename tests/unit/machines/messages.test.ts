import { describe, expect, test } from 'vitest'
import { readMachines } from '#tools/flows/read-machines'
import type { MachineDescription } from '#tools/flows/describe'

const machines = readMachines()
const machineOf = (id: string) => machines.find(machine => machine.id === id)!
const effectsOf = (machine: MachineDescription) => machine.states.flatMap(({ effects }) => effects)
const childrenOf = (machine: MachineDescription) =>
  effectsOf(machine).flatMap(({ id, machine: child }) => (child ? [{ id, child }] : []))
const parentsOf = ({ id }: MachineDescription) =>
  machines.filter(machine => childrenOf(machine).some(({ child }) => child === id))
const handles = (id: string, event: string) => machineOf(id).transitions.some(one => one.event === event)

describe.each(machines.map(machine => [machine.id, machine] as const))(
  'the messages of the machine %s',
  (_id, machine) => {
    test('have names that the source shows', () => {
      expect(machine.sentEvents.filter(({ events }) => events.length === 0)).toEqual([])
    })

    test('to a parent are handled by each parent', () => {
      const lost = machine.sentEvents
        .filter(({ to }) => to === 'parent')
        .flatMap(({ action, events }) => events.map(event => ({ action, event })))
        .flatMap(({ action, event }) =>
          parentsOf(machine)
            .filter(({ id }) => !handles(id, event))
            .map(({ id }) => `${action}: ${event} to ${id}`),
        )
      expect(lost).toEqual([])
      expect(machine.sentEvents.some(({ to }) => to === 'parent') && parentsOf(machine).length === 0).toBe(false)
    })

    test('to a child are handled by that child, or by some child if none is named', () => {
      const lost = machine.sentEvents
        // `startMachine` sends the event that its own holds
        .filter(({ to, action }) => to === 'child' && action !== 'startMachine')
        .flatMap(({ action, name, events }) => events.map(event => ({ action, name, event })))
        .filter(
          ({ name, event }) =>
            !childrenOf(machine).some(({ id, child }) => (name === null || id === name) && handles(child, event)),
        )
      expect(lost).toEqual([])
    })
  },
)
