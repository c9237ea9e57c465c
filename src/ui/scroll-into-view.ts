import type { FocusEvent } from 'react'

/** In a row that scrolls sideways a browser leaves what has the focus half cut off; this shows all of it. */
export const bringIntoView = ({ target }: FocusEvent): void =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
