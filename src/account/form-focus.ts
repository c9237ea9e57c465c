import { takeFocus } from '../form/focus-return.ts'

/** Whoever goes while the focus is in it, or nowhere, gives it to the heading of the page. */
const giveBack = (element: HTMLElement | null, preventScroll: boolean) => () => {
  const { activeElement, body } = document
  if (activeElement !== body && !element?.contains(activeElement)) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll })
}

/** A ref: a part of the page that makes way for another one. */
export const giveFocusBack = (element: HTMLElement | null) => giveBack(element, false)

/** A ref: a notice that takes the focus when it comes; when it goes the page stays where it is. */
export const holdFocus = (element: HTMLElement | null) => {
  takeFocus(element)
  return giveBack(element, true)
}
