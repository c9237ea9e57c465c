import type { FocusEvent } from 'react'

/** Focuses the heading of the page. For a control that is about to be removed, so that the focus is not lost with it. */
export const focusHeading = (options?: FocusOptions): void =>
  document.querySelector<HTMLElement>('main h1')?.focus(options)

/** Focuses the main part of the page, for a control that is removed together with the heading. */
export const focusMain = (): void => document.getElementById('main')?.focus()

/** Focus handler: scrolls the focused element of a horizontal scroller fully into view; browsers leave it half visible. */
export const scrollFocusedIntoView = ({ target }: FocusEvent): void =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
