import { assign, raise, setup } from 'xstate'
import { effect } from '../parts/effect.ts'
import { pauseAfter } from './live-parts.ts'

export interface OfficeArrivalsContext {
  /** Numbers of orders that are new, as they were read last; null before the first read. */
  newOrders: readonly string[] | null
  /** Numbers of those that were not seen on the board. */
  unseen: readonly string[]
  /** Whether a person can see the board. */
  isBoardSeen: boolean
  /** Failed reads in a row. */
  failures: number
}

export type OfficeArrivalsEvent =
  /** Another page is open, or the window was hidden or shown. */
  | { type: 'arrivals.watch'; isBoardSeen: boolean }
  | { type: 'sound.turnOn' }
  | { type: 'sound.turnOff' }
  /** An order has arrived. */
  | { type: 'sound.ring' }

/** The new orders of an answer that the one before did not have. The first answer has none: its orders were there already. */
const arrivedIn = ({ newOrders }: OfficeArrivalsContext, read: readonly string[]): string[] =>
  newOrders === null ? [] : read.filter(number => !newOrders.includes(number))

/**
 * The orders that have arrived since the board was seen, and the sound that announces them.
 *
 * - New orders are read every 5 seconds, on every page; after failures the pause doubles, up to a minute.
 * - An order counts until the board is seen, or until it is not new any more.
 * - The sound is off until a person turns it on. The choice is kept on the device.
 * - After a reload a browser may play no sound before a press: the page waits for one, and says so.
 */
export const officeArrivalsMachine = setup({
  types: {
    context: {} as OfficeArrivalsContext,
    events: {} as OfficeArrivalsEvent,
    input: {} as { isBoardSeen: boolean } | undefined,
    tags: {} as 'busy',
  },
  actors: {
    readNewOrders: effect<string[]>('readNewOrders'),
    readSoundChoice: effect<boolean>('readSoundChoice'),
    watchFirstPress: effect<null>('watchFirstPress'),
    playSound: effect<null>('playSound'),
    endSound: effect<null>('endSound'),
  },
  guards: {
    /** The answer has an order that the one before did not have. */
    hasArrival: ({ context }, read: string[]) => arrivedIn(context, read).length > 0,
    /** The sound was turned on on this device. */
    isChosen: (_, isOn: boolean) => isOn,
  },
  actions: {
    storeNewOrders: assign(({ context }, read: string[]) => ({
      newOrders: read,
      unseen: context.isBoardSeen
        ? []
        : [...context.unseen.filter(number => read.includes(number)), ...arrivedIn(context, read)],
      failures: 0,
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    storeBoardSeen: assign(({ context }, isBoardSeen: boolean) => ({
      isBoardSeen,
      unseen: isBoardSeen ? [] : context.unseen,
    })),
    ring: raise({ type: 'sound.ring' }),
  },
  delays: { pause: pauseAfter },
}).createMachine({
  id: 'officeArrivals',
  description: 'The orders that have arrived since the board was seen, and their sound',
  context: ({ input }) => ({ newOrders: null, unseen: [], isBoardSeen: input?.isBoardSeen ?? false, failures: 0 }),
  on: { 'arrivals.watch': { actions: { type: 'storeBoardSeen', params: ({ event }) => event.isBoardSeen } } },
  type: 'parallel',
  states: {
    orders: {
      description: 'Which orders are new',
      initial: 'reading',
      states: {
        reading: {
          description: 'The new orders are read',
          tags: 'busy',
          invoke: {
            id: 'readNewOrders',
            src: 'readNewOrders',
            onDone: [
              {
                guard: { type: 'hasArrival', params: ({ event }) => event.output },
                target: 'known',
                actions: [{ type: 'storeNewOrders', params: ({ event }) => event.output }, 'ring'],
              },
              { target: 'known', actions: { type: 'storeNewOrders', params: ({ event }) => event.output } },
            ],
            onError: { target: 'known', actions: 'countFailure' },
          },
        },
        known: { description: 'Until the next read', after: { pause: 'reading' } },
      },
    },
    sound: {
      description: 'Whether a sound announces an order',
      initial: 'starting',
      states: {
        starting: {
          description: 'Reads whether it was turned on on this device',
          tags: 'busy',
          invoke: {
            id: 'readSoundChoice',
            src: 'readSoundChoice',
            onDone: [
              { guard: { type: 'isChosen', params: ({ event }) => event.output }, target: 'waiting' },
              { target: 'off' },
            ],
            onError: 'off',
          },
        },
        off: { description: 'No sound', on: { 'sound.turnOn': 'waiting' } },
        waiting: {
          description: 'The choice is kept, and the browser allows the sound with the first press on the page',
          invoke: { id: 'watchFirstPress', src: 'watchFirstPress', onDone: 'on', onError: 'off' },
          on: { 'sound.turnOff': 'ending' },
        },
        on: {
          description: 'An order that arrives is announced',
          initial: 'quiet',
          on: { 'sound.turnOff': 'ending' },
          states: {
            quiet: { description: 'Until an order arrives', on: { 'sound.ring': 'playing' } },
            playing: {
              description: 'The sound is played',
              tags: 'busy',
              invoke: { id: 'playSound', src: 'playSound', onDone: 'quiet', onError: 'quiet' },
            },
          },
        },
        ending: {
          description: 'The choice is forgotten',
          tags: 'busy',
          invoke: { id: 'endSound', src: 'endSound', onDone: 'off', onError: 'off' },
        },
      },
    },
  },
})
