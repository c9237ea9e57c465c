import { assign, setup } from 'xstate'
import type { FigurePeriod, OfficeFigures } from '#contract/office-figures'
import { effect } from '../parts/effect.ts'

/** Which figures: those of a day or a week. */
interface Choice {
  period: FigurePeriod
  /** A day of the period at the store; null for today. */
  day: string | null
}

export interface OfficeFiguresContext extends Choice {
  /** Those that were read last; null before the first answer. */
  figures: OfficeFigures | null
}

export type OfficeFiguresEvent = ({ type: 'figures.choose' } & Choice) | { type: 'figures.retry' }

/**
 * The figures of a day or a week: those of today first.
 *
 * - While others are read, the last ones stay.
 * - A choice during a read ends it: the answer to the earlier one is dropped.
 */
export const officeFiguresMachine = setup({
  types: { context: {} as OfficeFiguresContext, events: {} as OfficeFiguresEvent, tags: {} as 'busy' },
  actors: { readFigures: effect<OfficeFigures, Choice>('readFigures') },
  actions: {
    storeChoice: assign({
      period: (_, { period }: Choice) => period,
      day: (_, { day }: Choice) => day,
    }),
    storeFigures: assign({ figures: (_, figures: OfficeFigures) => figures }),
  },
}).createMachine({
  id: 'officeFigures',
  description: 'The figures of a day or a week',
  context: { period: 'day', day: null, figures: null },
  initial: 'reading',
  on: {
    'figures.choose': { target: '.reading', actions: { type: 'storeChoice', params: ({ event }) => event } },
  },
  states: {
    reading: {
      description: 'The figures are read',
      tags: 'busy',
      invoke: {
        id: 'readFigures',
        src: 'readFigures',
        input: ({ context: { period, day } }) => ({ period, day }),
        onDone: { target: 'shown', actions: { type: 'storeFigures', params: ({ event }) => event.output } },
        onError: 'unreachable',
      },
    },
    shown: { description: 'The figures are shown' },
    unreachable: { description: 'The figures could not be read', on: { 'figures.retry': 'reading' } },
  },
})
