import type { Kind } from './state.ts'

/** What kinds of entries are called. */
export const kindWords: Record<Kind, string> = { send: 'sent', effect: 'effect', timer: 'timer' }

/** All kinds, in the order in which they are shown. */
export const kinds: readonly Kind[] = ['send', 'effect', 'timer']
