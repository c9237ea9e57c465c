import type { FormEvent, MouseEvent } from 'react'
import { flushSync } from 'react-dom'

const controls = ['input', 'select', 'textarea', '[role="radiogroup"]'].map(name => `${name}[aria-invalid="true"]`)

/**
 * What a form does when it is submitted; where something is wrong, the first field in error takes the focus.
 *
 * @param tell - sends the chart its event
 */
export const submitting = (tell: () => void) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  const form = event.currentTarget
  flushSync(tell)
  const wrong = form.querySelector<HTMLElement>(controls.join())
  const field = wrong?.role === 'radiogroup' ? wrong.querySelector<HTMLElement>('input') : wrong
  field?.focus()
}

/** Keeps the focus in its field while a button is pressed: a message that came under the field would move the button away. */
export const keepFocus = (event: MouseEvent) => event.preventDefault()

/** A ref: whoever is drawn takes the focus, once; a message that comes with its page takes it from the page's heading. */
export const takeFocus = (element: HTMLElement | null) => {
  element?.focus()
  if (element?.role !== 'alert') return
  setTimeout(() => {
    if (document.activeElement?.matches('h1')) element.focus()
  }, 50)
}
