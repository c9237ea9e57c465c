import { assign, setup } from 'xstate'
import { largestImport, type ImportPreview } from '#contract/office'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'

/** A file that a person has chosen. */
export interface ChosenFile {
  name: string
  /** Bytes. */
  size: number
  /** Empty for one that is too large. */
  text: string
}

export interface OfficeImportContext {
  /** The file that is checked next; null if none is chosen. */
  file: ChosenFile | null
  /** What the file that was checked last changes; null without one. */
  preview: ImportPreview | null
  /** Products and errors that are shown, each. */
  shownCount: number
  /** 'Import' was pressed: errors are shown. */
  isSubmitted: boolean
  /** Why the file was refused, or not applied. */
  refusal: Refusal | null
}

export type OfficeImportEvent =
  | { type: 'import.chooseFile'; file: ChosenFile | null }
  | { type: 'import.check' }
  | { type: 'import.apply' }
  | { type: 'import.showMore' }
  | { type: 'import.retry' }

/** Products or errors that are shown at first, and more with each 'Show more'. */
export const shownAtOnce = 100

/** Why the chosen file can't be sent; null if it can. */
export function fileError(file: ChosenFile | null): string | null {
  if (file === null) return 'Please choose a file'
  if (file.size > largestImport.bytes) return `The file has more than ${largestImport.bytes / 1_000_000} MB`
  return null
}

/** Whether what the preview shows can be applied. */
export const canApply = (preview: ImportPreview | null): boolean =>
  preview !== null && !preview.isApplied && preview.errors.length === 0 && preview.products.length > 0

/**
 * All goods in a file: it is checked, shown as a difference, and applied.
 *
 * - A file with errors, or without a difference, is not applied.
 * - The gateway keeps the checked file: after a reload its difference is shown again.
 * - If another person was first, nothing is applied, the page says who it was, and the file is checked again.
 * - After a lost answer the page reads whether the file was applied.
 */
export const officeImportMachine = setup({
  types: { context: {} as OfficeImportContext, events: {} as OfficeImportEvent, tags: {} as 'busy' },
  actors: {
    readImport: effect<ImportPreview | null>('readImport'),
    checkImport: effect<ImportPreview, { fileName: string; content: string }>('checkImport'),
    recheckImport: effect<ImportPreview, { importId: string }>('recheckImport'),
    applyImport: effect<ImportPreview, { importId: string }>('applyImport'),
  },
  guards: {
    /** A file is chosen that is not too large. */
    canCheck: ({ context }) => fileError(context.file) === null,
    /** The file has a difference and no errors, and is not applied yet. */
    canApply: ({ context }) => canApply(context.preview),
    /** The gateway no longer keeps the file. */
    isGone: (_, refusal: Refusal) => refusal.code === 'refused' && refusal.status === 404,
    /** Another person has changed one of the products since. */
    isStale: (_, refusal: Refusal) => refusal.code === 'refused' && refusal.status === 409,
    /** It is not known whether the file was applied. */
    isLost: (_, refusal: Refusal) => refusal.code !== 'refused',
    /** The file is applied. */
    isApplied: (_, preview: ImportPreview | null) => preview?.isApplied === true,
  },
  actions: {
    storeFile: assign({ file: (_, file: ChosenFile | null) => file, isSubmitted: false }),
    clearFile: assign({ file: null, isSubmitted: false }),
    storePreview: assign({ preview: (_, preview: ImportPreview | null) => preview }),
    showFirst: assign({ shownCount: shownAtOnce }),
    showMore: assign({ shownCount: ({ context }) => context.shownCount + shownAtOnce }),
    showErrors: assign({ isSubmitted: true, refusal: null }),
    clearRefusal: assign({ refusal: null }),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal }),
  },
}).createMachine({
  id: 'officeImport',
  description: 'All goods in a file',
  context: { file: null, preview: null, shownCount: shownAtOnce, isSubmitted: false, refusal: null },
  initial: 'reading',
  // in every state: a file can be chosen while another is checked
  on: {
    'import.chooseFile': { actions: { type: 'storeFile', params: ({ event }) => event.file } },
    'import.showMore': { actions: 'showMore' },
  },
  states: {
    reading: {
      description: 'The file that was checked last is read',
      tags: 'busy',
      invoke: {
        id: 'readImport',
        src: 'readImport',
        onDone: [
          {
            guard: { type: 'isApplied', params: ({ event }) => event.output },
            target: 'ready',
            actions: [{ type: 'storePreview', params: ({ event }) => event.output }, 'clearRefusal'],
          },
          { target: 'ready', actions: { type: 'storePreview', params: ({ event }) => event.output } },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: { description: 'The file that was checked last could not be read', on: { 'import.retry': 'reading' } },
    ready: {
      description: 'A file can be chosen, and what the last one changes is shown',
      on: {
        'import.check': [{ guard: 'canCheck', target: 'checking', actions: 'showErrors' }, { actions: 'showErrors' }],
        'import.apply': { guard: 'canApply', target: 'applying', actions: 'clearRefusal' },
      },
    },
    checking: {
      description: 'The gateway compares the file with the goods',
      tags: 'busy',
      invoke: {
        id: 'checkImport',
        src: 'checkImport',
        input: ({ context }) => ({ fileName: context.file!.name, content: context.file!.text }),
        onDone: {
          target: 'ready',
          actions: [{ type: 'storePreview', params: ({ event }) => event.output }, 'showFirst', 'clearFile'],
        },
        onError: {
          target: 'ready',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    applying: {
      description: 'The gateway applies the file',
      tags: 'busy',
      invoke: {
        id: 'applyImport',
        src: 'applyImport',
        input: ({ context }) => ({ importId: context.preview!.importId }),
        onDone: { target: 'ready', actions: { type: 'storePreview', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isStale', params: ({ event }) => refusalIn(event.error) },
            target: 'rechecking',
            actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
          },
          {
            guard: { type: 'isLost', params: ({ event }) => refusalIn(event.error) },
            target: 'reading',
            actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
          },
          {
            guard: { type: 'isGone', params: ({ event }) => refusalIn(event.error) },
            target: 'ready',
            actions: [
              { type: 'storePreview', params: null },
              { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
            ],
          },
          { target: 'ready', actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) } },
        ],
      },
    },
    rechecking: {
      description: 'The gateway compares the file with the goods as they are now',
      tags: 'busy',
      invoke: {
        id: 'recheckImport',
        src: 'recheckImport',
        input: ({ context }) => ({ importId: context.preview!.importId }),
        onDone: { target: 'ready', actions: { type: 'storePreview', params: ({ event }) => event.output } },
        onError: 'reading',
      },
    },
  },
})
