import { assign, setup } from 'xstate'
import {
  newKey,
  type OfficeSetting,
  type SectionName,
  type SettingChange,
  type SettingValues,
} from '#contract/office-settings'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { readSettingForm } from './setting-form.ts'

export interface OfficeSettingContext {
  section: SectionName
  key: string
  setting: OfficeSetting | null
  /** What a person has entered; a field that is absent was not touched. */
  typed: SettingValues
  /** What the change that is being stored was made of: it can be typed on in the meantime. */
  sent: SettingValues
  /** 'Save' was pressed: errors are shown. */
  isSubmitted: boolean
  /** The last change is stored, and nothing was entered since. */
  isSaved: boolean
  /** Why the last change was refused: another person was first, for example. */
  refusal: Refusal | null
}

export type OfficeSettingEvent =
  | { type: 'setting.type'; field: string; text: string }
  | { type: 'setting.save' }
  | { type: 'setting.discard' }
  | { type: 'setting.remove' }
  | { type: 'setting.confirm' }
  | { type: 'setting.keep' }
  | { type: 'setting.retry' }

/** Which setting it is; these are the parameters of its calls. */
type SettingKey = { section: SectionName; key: string }

const unsureMessage =
  'The answer was lost, and the settings have changed since. Please see in the list of changes whether yours was stored.'

/** What was entered after a change was sent. */
const withoutSent = (typed: SettingValues, sent: SettingValues): SettingValues =>
  Object.fromEntries(Object.entries(typed).filter(([field, text]) => text !== sent[field]))

/**
 * A setting of the office, or one that is being made.
 *
 * - A change is sent with the version that is shown, and only with what differs from it.
 * - After a lost answer the setting is read again; a change that may be stored is not sent again.
 * - If another person was first, nothing changes, the page says who it was, and shows the setting as it is now. What was entered stays.
 * - It is removed only after a confirmation.
 * - It is done once the setting is made or removed.
 */
export const officeSettingMachine = setup({
  types: {
    context: {} as OfficeSettingContext,
    events: {} as OfficeSettingEvent,
    input: {} as SettingKey | undefined,
    tags: {} as 'busy',
  },
  actors: {
    readSetting: effect<OfficeSetting, SettingKey>('readSetting'),
    saveSetting: effect<OfficeSetting, SettingKey & { change: SettingChange }>('saveSetting'),
    removeSetting: effect<null, SettingKey & { version: number }>('removeSetting'),
  },
  guards: {
    /** The gateway has no such setting. */
    isUnknown: (_, refusal: Refusal) => refusal.code === 'refused' && refusal.status === 404,
    /** A setting is shown already. */
    hasSetting: ({ context }) => context.setting !== null,
    /** The setting is being made. */
    isNew: ({ context }) => context.setting?.key === newKey,
    /** The answer to a change was lost, and the settings have changed since: the change may be stored, so it must not be sent again. */
    mayBeStored: ({ context: { setting, refusal } }, now: OfficeSetting) =>
      setting !== null && refusal !== null && refusal.code !== 'refused' && now.version !== setting.version,
    /** Something is entered that differs from the setting, without an error. */
    canSave: ({ context: { section, setting, typed } }) => {
      const { values, errors } = readSettingForm(section, setting!, typed)
      return Object.keys(errors).length === 0 && Object.keys(values).length > 0
    },
  },
  actions: {
    storeSetting: assign({ setting: (_, setting: OfficeSetting) => setting }),
    storeText: assign({
      typed: ({ context }, { field, text }: { field: string; text: string }) => ({ ...context.typed, [field]: text }),
      isSaved: false,
    }),
    showErrors: assign({ isSubmitted: true, refusal: null, isSaved: false }),
    clearEntries: assign({ typed: {}, isSubmitted: false, refusal: null }),
    noteSent: assign({ sent: ({ context }) => context.typed }),
    clearSent: assign({
      typed: ({ context }) => withoutSent(context.typed, context.sent),
      isSubmitted: false,
      isSaved: true,
    }),
    dropSent: assign({
      typed: ({ context }) => withoutSent(context.typed, context.sent),
      isSubmitted: false,
      refusal: ({ context }) => context.refusal && { ...context.refusal, message: unsureMessage },
    }),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal }),
    clearRefusal: assign({ refusal: null }),
  },
}).createMachine({
  id: 'officeSetting',
  description: 'A setting of the office, or one that is being made',
  context: ({ input }) => ({
    section: input?.section ?? 'slots',
    key: input?.key ?? '',
    setting: null,
    typed: {},
    sent: {},
    isSubmitted: false,
    isSaved: false,
    refusal: null,
  }),
  initial: 'reading',
  // in every state: an answer can arrive while the person types
  on: { 'setting.type': { actions: { type: 'storeText', params: ({ event }) => event } } },
  states: {
    reading: {
      description: 'The setting is read',
      tags: 'busy',
      invoke: {
        id: 'readSetting',
        src: 'readSetting',
        input: ({ context: { section, key } }) => ({ section, key }),
        onDone: [
          {
            guard: { type: 'mayBeStored', params: ({ event }) => event.output },
            target: 'open',
            actions: ['dropSent', { type: 'storeSetting', params: ({ event }) => event.output }],
          },
          { target: 'open', actions: { type: 'storeSetting', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: { type: 'isUnknown', params: ({ event }) => refusalIn(event.error) }, target: 'unknown' },
          { guard: 'hasSetting', target: 'open' },
          { target: 'unreachable' },
        ],
      },
    },
    unknown: { description: 'There is no such setting' },
    unreachable: { description: 'The setting could not be read', on: { 'setting.retry': 'reading' } },
    open: {
      description: 'The setting is shown and can be changed',
      on: {
        'setting.save': [
          { guard: 'canSave', target: 'saving', actions: ['showErrors', 'noteSent'] },
          { actions: 'showErrors' },
        ],
        'setting.discard': { actions: 'clearEntries' },
        'setting.remove': { target: 'confirming', actions: 'clearRefusal' },
      },
    },
    confirming: {
      description: 'Asks whether it is to be removed',
      on: { 'setting.confirm': 'removing', 'setting.keep': 'open' },
    },
    saving: {
      description: 'The gateway stores the change',
      tags: 'busy',
      invoke: {
        id: 'saveSetting',
        src: 'saveSetting',
        input: ({ context: { section, key, setting, sent } }) => {
          const { values } = readSettingForm(section, setting!, sent)
          return { section, key, change: { version: setting!.version, values } }
        },
        onDone: [
          { guard: 'isNew', target: 'finished' },
          { target: 'open', actions: [{ type: 'storeSetting', params: ({ event }) => event.output }, 'clearSent'] },
        ],
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    removing: {
      description: 'The gateway removes or ends the setting',
      tags: 'busy',
      invoke: {
        id: 'removeSetting',
        src: 'removeSetting',
        input: ({ context: { section, key, setting } }) => ({ section, key, version: setting!.version }),
        onDone: 'finished',
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    finished: { description: 'The setting is made or removed', type: 'final' },
  },
})
