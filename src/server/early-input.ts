import type { Early } from '../start/early-input.ts'
import type { TrustedTypesWindow } from '../ui/trusted-html.ts'

/*
 * Scripts that are inlined in the page, so that they run before any file is loaded. They are sent as the source text of
 * these functions, so they use nothing from outside except types.
 */

/**
 * Records typing and presses before hydration. Links are left to the browser: each opens a document.
 * A pressed button carries `data-early` until `collect`.
 */
export function recordEarlyInput(): void {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  let acts: { on: Element; act: () => void }[] = []
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }

  const retype = (field: Field, value: string) => () => {
    const at = document.activeElement === field && 'selectionStart' in field ? field.selectionStart : null
    // React ignores a value that it has set itself
    if (field.localName !== 'select') field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
    field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }))
    if (at !== null) (field as HTMLInputElement).setSelectionRange(at, at)
  }
  const recheck = (box: HTMLInputElement, checked: boolean) => () => {
    box.checked = !checked
    box.click()
  }
  const note = (field: Field) => {
    acts = acts.filter(({ on }) => on !== field)
    const isBox = field.type === 'checkbox' || field.type === 'radio'
    const box = field as HTMLInputElement
    acts.push({ on: field, act: isBox ? recheck(box, box.checked) : retype(field, field.value) })
  }
  // React may already listen, and would restore the value that it last set
  const keep = (event: Event) => event.stopImmediatePropagation()
  const press = (event: MouseEvent) => {
    const target = event.target as Element
    const button = target.closest('button')
    if (target.localName === 'input') keep(event)
    if (!button || !event.isTrusted || event.button || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    keep(event)
    button.dataset.early = ''
    acts.push({ on: button, act: () => button.click() })
  }
  const unmark = () => acts.forEach(({ on }) => on.removeAttribute('data-early'))
  addEventListener('click', press, options)
  addEventListener('change', keep, options)
  addEventListener(
    'input',
    event => {
      keep(event)
      note(event.target as Field)
    },
    options,
  )

  const early: Early = {
    collect() {
      for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
        const { rendered } = field.dataset
        const shown = field.type === 'checkbox' ? String(field.checked) : field.value
        const isFilled = shown !== (rendered ?? (field.type === 'checkbox' ? shown : (field.defaultValue ?? shown)))
        if (isFilled && !acts.some(({ on }) => on === field)) note(field)
      }
      unmark()
    },
    async replay() {
      ended.abort()
      unmark()
      for (const { on, act } of acts.splice(0)) {
        if (on.isConnected) act()
        // React renders in a microtask: a button that is pressed next has the value that was typed
        await Promise.resolve()
      }
    },
  }
  Object.assign(window, { early })
}

/**
 * Loads the shop's files, which are listed in `#modules`: once the picture with high priority or the whole page is loaded, or with the
 * first touch or key; at once if the page is only a frame (`data-now`). They come right after the pictures of the first screen:
 * requested earlier, they would share the connection with these. Each file runs in a task of its own. If one fails to load or throws,
 * the recorded input is given back to the browser. If a file is missing because a newer release has replaced it, the page is loaded
 * again.
 *
 * Until all files have come, or the shopper scrolls, the document has `data-loading`: pictures below the first screen, which browsers
 * request from more than a screen away, are not displayed, so they are not requested.
 */
export function loadShop(): void {
  const list = document.getElementById('modules')!
  const modules = JSON.parse(list.textContent) as string[]
  // not 'pointermove': Chromium reports one without a movement after the first layout
  const intents = ['pointerdown', 'keydown', 'touchstart', 'focusin', 'wheel']
  const { dataset } = document.documentElement
  // the list is part of the page, so that its paths can be trusted (Trusted Types)
  const { trustedTypes } = window as TrustedTypesWindow
  const policy = trustedTypes?.createPolicy('start', { createScriptURL: (url: string) => url })
  const giveBack = () => void (window as unknown as { early: Early }).early.replay()
  const showPictures = () => {
    delete dataset.loading
    removeEventListener('scroll', showPictures, true)
  }
  const run = (at: number) => {
    // in a browser that does not know `modulepreload` too
    if (at === modules.length) return showPictures()
    const script = document.createElement('script')
    script.type = 'module'
    script.src = policy?.createScriptURL(modules[at]!) ?? modules[at]!
    script.onload = () => {
      script.remove()
      setTimeout(() => run(at + 1))
    }
    script.onerror = async () => {
      const { renewPage } = window as unknown as { renewPage(file: string): Promise<boolean> }
      if (await renewPage(modules[at]!)) return
      giveBack()
      // without the page's own code, the shop still starts, and says that it could not be loaded
      run(at + 1)
    }
    document.head.append(script)
  }
  const begin = () => {
    if (begun) return
    begun = true
    for (const intent of intents) removeEventListener(intent, begin)
    removeEventListener('load', onLoad, true)
    let coming = modules.length
    const come = () => {
      coming -= 1
      if (coming === 0) showPictures()
    }
    for (const href of modules) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      link.onload = come
      link.onerror = come
      document.head.append(link)
    }
    // the shop reads the state of the server, at the end of the page
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => run(0))
    else run(0)
  }
  const onLoad = ({ target }: Event) => {
    if (target === document || (target as Partial<HTMLImageElement>).fetchPriority === 'high') begin()
  }
  let begun = false
  addEventListener('error', ({ filename }) => modules.some(file => filename?.endsWith(file)) && giveBack())
  if (list.dataset.now !== undefined) return begin()
  dataset.loading = ''
  addEventListener('scroll', showPictures, true)
  for (const intent of intents) addEventListener(intent, begin, { passive: true })
  addEventListener('load', onLoad, true)
}
