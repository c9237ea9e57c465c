import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { focusHeading } from '../ui/focus.ts'

const invalidControls = ['input', 'select', 'textarea', '[role="radiogroup"]']
  .map(name => `${name}[aria-invalid="true"]`)
  .join()

/** Submit handler: calls `submit`, then focuses the first invalid field, else the message that prevents it, if there is one. */
export const submitHandler = (submit: () => void) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  const form = event.currentTarget
  flushSync(submit)
  const invalid = form.querySelector<HTMLElement>(invalidControls)
  const field = invalid?.role === 'radiogroup' ? invalid.querySelector<HTMLElement>('input') : invalid
  const target = field ?? form.querySelector<HTMLElement>('[data-obstacle]')
  target?.focus()
}

/** Ref: focuses a message that is mounted in a form if the focus is in that form or on its submit button. */
export const focusIfSubmitted = (element: HTMLElement | null) => {
  const form = element?.closest('form')
  const { activeElement } = document
  if (form && (form.contains(activeElement) || (activeElement as HTMLButtonElement | null)?.form === form))
    element?.focus()
}

/** Focuses the field of a name once it is rendered. */
export const focusField = (name: string) => setTimeout(() => document.getElementsByName(name)[0]?.focus())

/** Milliseconds after which a page that has just been shown has focused its heading. */
const afterPageFocus = 50

/** Ref: focuses the element when it is mounted. An alert that is mounted with its page takes the focus from the heading again. */
export const focusOnMount = (element: HTMLElement | null) => {
  element?.focus()
  if (element?.role !== 'alert') return
  setTimeout(() => {
    if (document.activeElement?.matches('h1')) element.focus()
  }, afterPageFocus)
}

/** Focuses the heading of the page if the focus is in the element, or has been lost with it. */
const returnFocus = (element: HTMLElement | null, options?: FocusOptions) => () => {
  const { activeElement, body } = document
  if (activeElement === body || element?.contains(activeElement)) focusHeading(options)
}

/** Ref: hands the focus to the heading of the page when the element is unmounted. */
export const returnFocusOnUnmount = (element: HTMLElement | null) => returnFocus(element)

/** Ref: focuses the element when it is mounted, and the heading of the page, without scrolling, when it is unmounted. */
export const focusWhileMounted = (element: HTMLElement | null) => {
  focusOnMount(element)
  return returnFocus(element, { preventScroll: true })
}
