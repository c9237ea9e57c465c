import { createActor, fromPromise, type AnyActorLogic } from 'xstate'
import { describe, expect, test } from 'vitest'
import { deliveryPlaceMachine, type DeliveryPlaceEvent, type KeptPlace } from '#machines/delivery-place/delivery-place'
import type { SlotQuestion } from '#machines/slots/slots'
import { slotsMachine } from '#machines/slots/slots'
import { SimulatedClock } from 'xstate'
import { answers, lost, refused, saturday } from '../../kit/outcomes.ts'

const eastwood = { name: 'Eastwood', postCode: '2122' }
const marsfield = { name: 'Marsfield', postCode: '2122' }

/** The machine with a device, and a gateway whose answers can be changed. */
async function open(place: KeptPlace['place'] = null) {
  const clock = new SimulatedClock()
  const world = {
    device: place,
    area: { answer: answers.readArea } as object,
    slots: true,
    written: true,
    areas: 0,
    asked: [] as SlotQuestion[],
    change: () => {},
  }
  const effect = <Out, In>(act: (input: In) => Promise<Out>): AnyActorLogic =>
    fromPromise(({ input }) => act(input as In)) as AnyActorLogic
  const actor = createActor(
    deliveryPlaceMachine.provide({
      actors: {
        slots: slotsMachine.provide({
          actors: {
            readSlots: effect(async (question: SlotQuestion) => {
              world.asked.push(question)
              if (!world.slots) throw lost
              return [{ ...saturday, methodId: 'home' }]
            }),
          } as never,
        }),
        readPlace: effect(async () => ({ place: world.device })),
        writePlace: effect(async (kept: KeptPlace) => {
          if (!world.written) throw lost
          world.device = kept.place
          return null
        }),
        watchPlace: effect(() => new Promise<void>(resolve => (world.change = resolve))),
        readArea: effect(async () => {
          world.areas += 1
          return world.area
        }),
      } as never,
    }),
    { clock },
  )
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  const send = async (event: DeliveryPlaceEvent) => {
    actor.send(event)
    await settled()
  }
  actor.start()
  await settled()
  return { world, clock, actor, send, settled, seen: () => actor.getSnapshot() }
}

describe('the place', () => {
  test('is kept on the device, through reloads and logouts; it belongs to no account', async () => {
    const { world, send } = await open()
    await send({ type: 'place.use', ...eastwood })
    expect(world.device).toEqual(eastwood)
    expect((await open(world.device)).seen().context.place).toEqual(eastwood)
    await send({ type: 'place.remove' })
    expect(world.device).toBeNull()
  })

  test('is written again if another one is chosen meanwhile', async () => {
    const { world, actor, settled } = await open()
    actor.send({ type: 'place.use', ...eastwood })
    actor.send({ type: 'place.use', ...marsfield })
    await settled()
    expect(world.device).toEqual(marsfield)
  })

  test('that another tab has changed is read; so is the removal by “Forget me on this device”', async () => {
    const { world, seen, settled } = await open(eastwood)
    world.device = marsfield
    world.change()
    await settled()
    expect(seen().context.place).toEqual(marsfield)
    world.device = null
    world.change()
    await settled()
    expect(seen().context.place).toBeNull()
  })

  test('can be chosen and is kept although its slots can’t be read', async () => {
    const { world, send, seen } = await open()
    world.slots = false
    world.written = false
    await send({ type: 'place.use', ...eastwood })
    expect(seen().context.place).toEqual(eastwood)
    expect(seen().matches({ place: 'kept' })).toBe(true)
    world.slots = true
    await send({ type: 'place.retry' })
    expect(seen().context.slots).toHaveLength(1)
  })

  test('has the slots of its post code, which are not kept once it is removed', async () => {
    const { world, send, seen } = await open(eastwood)
    expect(world.asked).toEqual([{ methodId: '', postCode: '2122' }])
    expect(seen().context.slots).toHaveLength(1)
    await send({ type: 'place.remove' })
    expect(seen().context.slots).toEqual([])
    expect(seen().children.placeSlots!.getSnapshot().context).toEqual({ question: null, slots: [] })
  })
})

describe('a form that is sent', () => {
  test('chooses the only suburb that its text names', async () => {
    const { send, seen, world } = await open()
    await send({ type: 'place.open' })
    await send({ type: 'place.typed', value: ' eastwood ' })
    await send({ type: 'place.submit' })
    expect(seen().matches({ dialog: 'closed' })).toBe(true)
    expect(world.device).toEqual(eastwood)
  })

  test.each(['Eastwod', '2122', 'Parramatta', 'nowhere', ''])('chooses nothing for “%s”', async value => {
    const { send, seen } = await open()
    await send({ type: 'place.open' })
    await send({ type: 'place.typed', value })
    await send({ type: 'place.submit' })
    expect(seen().matches({ dialog: 'asked' })).toBe(true)
    expect(seen().context.place).toBeNull()
    await send({ type: 'place.typed', value: 'x' })
    expect(seen().matches({ dialog: 'typing' })).toBe(true)
  })

  test('chooses nothing until the suburbs are read', async () => {
    const { send, seen, world } = await open()
    world.area = { refusal: refused }
    await send({ type: 'place.open' })
    await send({ type: 'place.typed', value: 'Eastwood' })
    await send({ type: 'place.submit' })
    expect(seen().context.place).toBeNull()
  })

  test('is empty each time the dialog is opened', async () => {
    const { send, seen } = await open()
    await send({ type: 'place.open' })
    await send({ type: 'place.typed', value: 'East' })
    await send({ type: 'place.close' })
    await send({ type: 'place.open' })
    expect(seen().context.text).toBe('')
  })
})

describe('the delivery area', () => {
  test('is read when the dialog is opened, and again when it is opened after five minutes; the earlier one stays shown', async () => {
    const { world, clock, send, seen } = await open()
    expect(world.areas).toBe(0)
    await send({ type: 'place.open' })
    expect(world.areas).toBe(1)
    await send({ type: 'place.use', ...eastwood })
    await send({ type: 'place.open' })
    await send({ type: 'place.remove' })
    await send({ type: 'place.open' })
    expect(world.areas).toBe(1)
    clock.increment(5 * 60_000)
    expect(seen().context.area).toEqual(answers.readArea)
    await send({ type: 'place.open' })
    expect(world.areas).toBe(2)
  })

  test('with a kept place is read without the dialog, for the pages that show what delivery to it costs', async () => {
    const { world, seen } = await open(eastwood)
    expect(world.areas).toBe(1)
    expect(seen().matches({ dialog: 'closed', area: 'ready' })).toBe(true)
    expect((await open()).world.areas).toBe(0)
  })

  test('that could not be read is read again when it is asked for', async () => {
    const { world, send, seen } = await open()
    world.area = { refusal: refused }
    await send({ type: 'place.open' })
    expect(seen().matches({ area: 'unreachable' })).toBe(true)
    world.area = { answer: answers.readArea }
    await send({ type: 'place.retry' })
    expect(seen().context.area).toEqual(answers.readArea)
  })
})
