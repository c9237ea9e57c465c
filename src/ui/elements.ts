import type { ReactElement } from 'react'

/**
 * What a component renders beside something else: elements, no texts. A translator replaces a text by an element of its own, and
 * React can't insert anything before a text that is not in the page any more.
 */
export type Elements = ReactElement | false | null | undefined | readonly Elements[]
