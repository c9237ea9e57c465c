/** The page's window; `silentInput` reports what was filled in without an event. Absent until the inline script has run. */
export type SilentInputWindow = Window & { silentInput?: () => void }

/**
 * Reports values that the browser or a password manager has written into a field without an event. React and the machines learn of a
 * value by events only, and React writes its own value back with the next render. What a field shows is therefore compared with
 * what it was last rendered with, and reported as if it was typed: before any input, press or submit is handled, before the page is
 * left, and before a machine's change is rendered (`window.silentInput`).
 *
 * Pages from the server have this function inline, as source text, so it uses nothing from outside except types.
 */
export function watchSilentInput(): void {
  type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  const page = window as SilentInputWindow
  if (page.silentInput) return
  const state = { isReporting: false, isReported: false }
  /** The last text that was reported: a field is rendered with it later, after hydration, or never (passwords). */
  const reported = new WeakMap<Control, string>()

  /** Writes past the setter that React has put on the element: React ignores an event whose value it has seen. */
  const write = (control: Control, name: 'value' | 'checked', before: unknown, after: unknown) => {
    Object.assign(control, { [name]: before })
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), name)!.set!.call(control, after)
  }
  /** How to report a control; null if React knows what it shows. */
  const reportOf = (control: Control): (() => void) | null => {
    const { value } = control
    const { rendered } = control.dataset
    if (control.localName === 'select') {
      if (rendered === undefined || rendered === value) return null
      return () => {
        control.value = value
        control.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }
    const input = control as HTMLInputElement
    const { type, checked } = input
    if (type === 'checkbox') {
      if (rendered === undefined || rendered === String(checked)) return null
      return () => {
        write(input, 'checked', !checked, checked)
        // no MouseEvent: that would change the box again
        input.dispatchEvent(new Event('click', { bubbles: true }))
      }
    }
    if (/radio|hidden|file|submit|button/.test(type)) return null
    if (value === input.defaultValue) reported.delete(input)
    if (value === input.defaultValue || reported.get(input) === value) return null
    return () => {
      reported.set(input, value)
      const at = document.activeElement === input ? input.selectionStart : null
      write(input, 'value', value === '' ? '0' : '', value)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      if (at !== null) input.setSelectionRange(at, at)
    }
  }
  const isHandled = (type: string, control: Control) =>
    // React gets this event too; a change of a text alone is no event to it. A timer leaves the field that is being typed in
    type === 'input' || type === 'click' || type === 'timer' || /checkbox|select/.test(control.type)

  const look = ({ type, target }: { type: string; target?: EventTarget | null }) => {
    if (state.isReporting) return
    if (type === 'input') reported.set(target as HTMLInputElement, (target as HTMLInputElement).value)
    state.isReporting = true
    const controls = [...document.querySelectorAll<Control>('input, textarea, select')]
    const own = controls.find(control => control === target && isHandled(type, control))
    // collected first: each report makes React render, which writes its own values back
    const reports = controls.filter(control => control !== own && !control.disabled).map(reportOf)
    for (const report of reports) report?.()
    state.isReporting = false
  }
  for (const type of [
    'submit',
    'click',
    'input',
    'change',
    'focusin',
    'focusout',
    'keydown',
    'pointerover',
    'pointerdown',
    'pagehide',
    'visibilitychange',
  ])
    addEventListener(type, look, true)
  page.silentInput = () => {
    // several components render after one change: nothing is filled in until the current task has ended
    if (state.isReported) return
    state.isReported = true
    queueMicrotask(() => (state.isReported = false))
    look({ type: 'render' })
  }
  // a button that is disabled while a field is empty gets no event, in some browsers not even one of the pointer, and `:autofill` does not
  // match what an extension writes; the field with the focus is being typed in
  setInterval(() => look({ type: 'timer', target: document.activeElement }), 1_000)
}
