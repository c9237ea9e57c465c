import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core'

/** Something that left the hands of the shop's code: where it went, and its words. */
export interface Heard {
  where: string
  words: string
}

/** In the page: everything that is ever written to a storage, a database, a channel or the history is told. */
function listen() {
  const queue: Heard[] = []
  const tell = (where: string, ...what: unknown[]) => {
    queue.push({ where, words: what.map(one => (typeof one === 'string' ? one : JSON.stringify(one))).join(' ') })
    // a drawing sets hundreds of attributes: all that one task writes is told at once
    if (queue.length > 1) return
    queueMicrotask(() => {
      const { heard } = window as unknown as { heard(all: Heard[]): Promise<void> }
      heard(queue.splice(0)).catch(() => {}) // the page is being left
    })
  }
  /** A method says what it is given, then does what it did. */
  const overhear = (owner: object, name: string, where: (self: unknown, args: unknown[]) => string) => {
    const { value: does } = Object.getOwnPropertyDescriptor(owner, name)! as { value: (...args: unknown[]) => unknown }
    Object.defineProperty(owner, name, {
      value(this: unknown, ...args: unknown[]) {
        tell(where(this, args), ...args)
        return does.apply(this, args)
      },
    })
  }
  overhear(Storage.prototype, 'setItem', (self, [key]) =>
    self === localStorage ? `localStorage ${String(key)}` : 'sessionStorage',
  )
  overhear(BroadcastChannel.prototype, 'postMessage', self => `channel ${(self as BroadcastChannel).name}`)
  for (const name of ['put', 'add']) overhear(IDBObjectStore.prototype, name, () => 'IndexedDB')
  for (const name of ['pushState', 'replaceState']) overhear(History.prototype, name, () => 'history')
  for (const name of ['setAttribute', 'setAttributeNS']) overhear(Element.prototype, name, () => 'attribute')
  document.addEventListener('DOMContentLoaded', () => {
    const title = () => tell('title', document.title)
    title()
    new MutationObserver(title).observe(document.head, { childList: true, characterData: true, subtree: true })
  })
}

const bodyOf = (request: Request) => `body ${request.method()} ${new URL(request.url()).pathname}`

/** Hears from now on what pages of a context write, say and send; `authorization` and `body …` are told apart from the rest. */
export async function overhear(context: BrowserContext): Promise<Heard[]> {
  const heard: Heard[] = []
  await context.exposeBinding('heard', (_source, all: Heard[]) => void heard.push(...all))
  await context.addInitScript(listen)
  context.on('console', (message: ConsoleMessage) => void heard.push({ where: 'console', words: message.text() }))
  context.on('request', request => {
    if (request.isNavigationRequest()) return
    const { authorization = '', ...headers } = request.headers()
    heard.push({ where: 'address', words: request.url() }, { where: 'headers', words: JSON.stringify(headers) })
    heard.push({ where: 'authorization', words: authorization })
    heard.push({ where: bodyOf(request), words: request.postData() ?? '' })
  })
  return heard
}
