import { setup } from 'xstate'
import { describe, expect, test } from 'vitest'
import { tellParent } from '#machines/parts/tell-parent'
import { tellShop } from '#machines/messages/tell-shop'

// `tsc` checks each `@ts-expect-error` below: it fails when the line compiles.
describe('the types of machines', () => {
  test('reject a misspelt event to the shop', () => {
    // @ts-expect-error: the event is `toast.raised`
    tellShop({ type: 'toast.rased', toast: { kind: 'success', text: 'Saved.' } })
    // @ts-expect-error: the event is `toast.raised`
    tellShop(() => ({ type: 'toast.rased', toast: { kind: 'success', text: 'Saved.' } }))
    expect(tellShop({ type: 'checkout.refused', toast: null })).toBeTypeOf('function')
  })

  test('reject a misspelt payload to the shop', () => {
    // @ts-expect-error: the payload is `toast`
    tellShop({ type: 'toast.raised', toats: { kind: 'success', text: 'Saved.' } })
    // @ts-expect-error: the payload is `toast`
    tellShop(() => ({ type: 'toast.raised', toats: { kind: 'success', text: 'Saved.' } }))
    // @ts-expect-error: there is no such page
    tellShop({ type: 'page.ready', page: 'prodcut' })
    expect(tellShop({ type: 'page.ready', page: 'product' })).toBeTypeOf('function')
  })

  test('reject a misspelt event to any other parent', () => {
    const tellLamp = tellParent<{ type: 'lamp.lit' }>()
    // @ts-expect-error: the event is `lamp.lit`
    tellLamp({ type: 'lamp.lti' })
    expect(tellLamp({ type: 'lamp.lit' })).toBeTypeOf('function')
  })

  test('reject a misspelt tag', () => {
    const machine = setup({ types: { tags: {} as 'busy' } }).createMachine({
      initial: 'reading',
      // @ts-expect-error: the tag is `busy`
      states: { reading: { tags: 'bussy' } },
    })
    expect(machine.root.states['reading']!.tags).toEqual(['bussy'])
  })

  // XState types a target as any string, so this is not an error of `tsc`. The machine throws when its module is loaded.
  test('leave a misspelt target to the creation of the machine, which throws', () => {
    const create = () => setup({}).createMachine({ initial: 'on', states: { on: { always: 'of' }, off: {} } })
    expect(create).toThrow("Child state 'of' does not exist")
  })
})
