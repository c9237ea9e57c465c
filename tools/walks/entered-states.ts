import type { AnyMachineSnapshot, StateValue } from 'xstate'

const leavesOf = (value: StateValue, path = ''): string[] =>
  typeof value === 'string'
    ? [`${path}${value}`]
    : Object.entries(value).flatMap(([name, inner]) => leavesOf(inner!, `${path}${name}.`))

/** The states that a step has entered: those that the machine was not in before. */
export function enteredStates(before: AnyMachineSnapshot, after: AnyMachineSnapshot): string[] {
  const old = new Set(leavesOf(before.value as StateValue))
  return leavesOf(after.value as StateValue).filter(leaf => !old.has(leaf))
}
