import { createActor, SimulatedClock } from 'xstate'
import { describe, expect, test } from 'vitest'
import { toastMachine } from '#src/ui/toast-machine.ts'

function showToast() {
  const clock = new SimulatedClock()
  const toast = createActor(toastMachine, { clock }).start()
  const state = () => {
    const { value } = toast.getSnapshot()
    return typeof value === 'object' ? value.shown : value
  }
  return { toast, state, passes: (milliseconds: number) => clock.increment(milliseconds) }
}

describe('a toast', () => {
  // Specification: 9.31, 9.33
  test('leaves after 5000 ms, and is removed 300 ms later', () => {
    const { toast, state, passes } = showToast()
    passes(4_999)
    expect(state()).toBe('fresh')
    passes(1)
    expect(state()).toBe('leaving')
    passes(300)
    expect(toast.getSnapshot().status).toBe('done')
  })

  // Specification: 9.32
  test('stays while it is held, and leaves 1000 ms after each release', () => {
    const { toast, state, passes } = showToast()
    for (const _ of [1, 2]) {
      toast.send({ type: 'toast.hold' })
      passes(60_000)
      expect(state()).toBe('held')
      toast.send({ type: 'toast.release' })
      passes(999)
      expect(state()).toBe('extended')
    }
    passes(1)
    expect(state()).toBe('leaving')
  })

  // Specification: 9.35
  test.each([[[]], [['toast.hold']], [['toast.hold', 'toast.release']]] as const)(
    'leaves at once when it is dismissed after %j',
    events => {
      const { toast, state } = showToast()
      for (const type of events) toast.send({ type })
      toast.send({ type: 'toast.dismiss' })
      expect(state()).toBe('leaving')
    },
  )

  test('that is leaving cannot be held', () => {
    const { toast, state } = showToast()
    toast.send({ type: 'toast.dismiss' })
    toast.send({ type: 'toast.hold' })
    expect(state()).toBe('leaving')
  })
})
