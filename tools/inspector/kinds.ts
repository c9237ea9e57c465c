import type { Kind } from './state.ts'

/** The labels of entry kinds. */
export const kindWords: Record<Kind, string> = { send: 'sent', effect: 'effect', timer: 'timer' }

/** All kinds, in display order. */
export const kinds: readonly Kind[] = ['send', 'effect', 'timer']
