import { assign, setup } from 'xstate'
import type { SectionName, SettingList } from '#contract/office-settings'
import { effect } from '../parts/effect.ts'

export interface OfficeSettingsContext {
  section: SectionName
  list: SettingList | null
}

/**
 * The settings of a section.
 *
 * - They are read when the page opens.
 */
export const officeSettingsMachine = setup({
  types: {
    context: {} as OfficeSettingsContext,
    events: {} as { type: 'settings.retry' },
    input: {} as { section: SectionName } | undefined,
    tags: {} as 'busy',
  },
  actors: { readSettings: effect<SettingList, { section: SectionName }>('readSettings') },
  actions: { storeList: assign({ list: (_, list: SettingList) => list }) },
}).createMachine({
  id: 'officeSettings',
  description: 'The settings of a section',
  context: ({ input }) => ({ section: input?.section ?? 'slots', list: null }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The settings are read',
      tags: 'busy',
      invoke: {
        id: 'readSettings',
        src: 'readSettings',
        input: ({ context }) => ({ section: context.section }),
        onDone: { target: 'shown', actions: { type: 'storeList', params: ({ event }) => event.output } },
        onError: 'unreachable',
      },
    },
    shown: { description: 'The settings are shown' },
    unreachable: { description: 'The settings could not be read', on: { 'settings.retry': 'reading' } },
  },
})
