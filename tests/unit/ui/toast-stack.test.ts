import { describe, expect, test } from 'vitest'
import { createToastStack } from '#src/ui/toast-stack.ts'

const added = (name: string) => ({ kind: 'success' as const, text: `Success: You have added ${name}.` })

describe('the stack of toasts', () => {
  test('counts a text that is raised again while it is shown, and replaces the toast', () => {
    const stack = createToastStack()
    const first = stack.add(added('rice'), true)
    expect([first.times, first.replaced]).toEqual([1, null])
    const second = stack.add(added('rice'), true)
    expect([second.times, second.replaced]).toEqual([2, first.key])
    expect(stack.behind(second.key)).toBe(0)
    stack.remove(second.key)
    expect(stack.add(added('rice'), true).times).toBe(1)
  })

  test('does not merge a failure with a success of the same text', () => {
    const stack = createToastStack()
    stack.add(added('rice'), true)
    expect(stack.add({ ...added('rice'), kind: 'error' }, true).times).toBe(1)
  })

  test('counts the older toasts behind the newest while it is folded', () => {
    const stack = createToastStack()
    const keys = ['rice', 'tea', 'soy'].map(name => stack.add(added(name), true).key)
    expect(keys.map(stack.behind)).toEqual([0, 0, 2])
    stack.remove(keys[2]!)
    expect(stack.behind(keys[1]!)).toBe(1)
    stack.add(added('tofu'), false)
    expect([stack.isFolded(), ...keys.map(stack.behind)]).toEqual([false, 0, 0, 0])
  })

  test('stays folded until all toasts have gone', () => {
    const stack = createToastStack()
    const keys = ['rice', 'tea'].map(name => stack.add(added(name), false).key)
    stack.fold()
    expect([stack.isFolded(), stack.behind(keys[1]!)]).toEqual([true, 1])
    stack.remove(keys[1]!)
    expect(stack.isFolded()).toBe(true)
    stack.remove(keys[0]!)
    expect(stack.isFolded()).toBe(false)
  })

  test('notifies its listeners of each change until they unsubscribe', () => {
    const stack = createToastStack()
    const told: number[] = []
    const leave = stack.subscribe(() => told.push(1))
    stack.remove(stack.add(added('rice'), true).key)
    leave()
    stack.add(added('tea'), true)
    expect(told).toHaveLength(2)
  })
})
