/** Functions that run in the page. They are sent as text, so they use nothing from outside except types. */

/** An element as a shopper finds it. */
export interface Query {
  /** 'text' finds the innermost elements with the text; 'field' finds form fields by their label. */
  kind: 'button' | 'link' | 'heading' | 'field' | 'text'
  /** A regular expression for the whole name or text. */
  pattern: string
  /** A selector of the part of the page to search; default is the whole page. */
  within?: string
  /** The text of an option that is chosen in the field. A list of the system can't be pressed by tests. */
  option?: string
}

/** The first visible element of a query. */
export interface Found {
  /** What prevents a click on it; null if nothing does. */
  problem: string | null
  /** The centre in the window. */
  x: number
  y: number
  /** A field's value, or the text. */
  text: string
  /** The text of a list's chosen option. */
  option: string | null
}

/** Scrolls to the first visible element of a query. @returns null if there is none */
export function findElement({ kind, pattern, within = 'body', option }: { [name in keyof Query]: Query[name] }):
  | {
      [name in keyof Found]: Found[name]
    }
  | null {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4, h5, h6',
    field: 'input, select, textarea',
    text: '*',
  }
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const textOf = (element: Element): string =>
    element instanceof HTMLElement && kind !== 'text' ? tidy(element.innerText) : tidy(element.textContent)
  const nameOf = (element: Element): string => {
    if (kind === 'text') return textOf(element)
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    if (by.length > 0) return tidy(by.map(id => document.getElementById(id)?.textContent).join(' '))
    const label = element.getAttribute('aria-label')
    if (label) return tidy(label)
    if (kind === 'field') return tidy((element as HTMLInputElement).labels?.[0]?.textContent)
    return textOf(element)
  }
  const regExp = new RegExp(`^(?:${pattern})$`)
  const isWanted = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert]') &&
    regExp.test(nameOf(element)) &&
    (kind !== 'text' || ![...element.children].some(child => regExp.test(textOf(child))))
  const wanted = [...document.querySelectorAll(within)]
    .flatMap(part => [...part.querySelectorAll(selectors[kind])])
    .find(isWanted)
  if (!wanted) return null
  const inView = () => {
    const { left, top, width, height } = wanted.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  }
  const isHit = ({ x, y }: { x: number; y: number }) => {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return 'is out of the window'
    const isOwn = wanted.contains(hit) || hit.closest('label')?.control === wanted
    return isOwn ? null : `is covered by ${hit.localName}.${String(hit.className)}`
  }
  if (isHit(inView())) wanted.scrollIntoView({ block: 'center', behavior: 'instant' })
  const at = inView()
  const chosen = [...((wanted as HTMLSelectElement).options ?? [])].find(({ text }) => text === option)
  if (option !== undefined && chosen) {
    const select = wanted as HTMLSelectElement
    select.value = chosen.value
    select.dispatchEvent(new Event('input', { bubbles: true }))
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const isDisabled = wanted.matches(':disabled, [aria-disabled=true]')
  return {
    ...at,
    problem: isDisabled ? 'is disabled' : isHit(at),
    option: (wanted as HTMLSelectElement).selectedOptions?.[0]?.text ?? null,
    text: kind === 'field' ? (wanted as HTMLInputElement).value : textOf(wanted),
  }
}

/** Whether the page handles events, and shows its content, not only its frame. The first move of the pointer loads its code. */
export function isAlive(): boolean {
  dispatchEvent(new Event('pointermove'))
  return performance.getEntriesByName('alive').length > 0 && document.querySelector('[data-shell]') === null
}

/** Selects what is typed in the focused field. @returns whether there is text; null if no field has the focus */
export function selectField(): boolean | null {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null
  field.select()
  return field.value !== ''
}

/** Whether the focus is within an element of a selector. */
export function hasFocusIn(within: string): boolean {
  return document.querySelector(`${within} :focus`) !== null
}
