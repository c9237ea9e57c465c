import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core'

/** A write of the shop's code outside its memory: the destination and the text. */
export interface RecordedWrite {
  where: string
  words: string
}

/** Runs in the page: reports every write to a storage, a database, a channel or the history. */
function listen() {
  const queue: RecordedWrite[] = []
  const tell = (where: string, ...what: unknown[]) => {
    queue.push({ where, words: what.map(one => (typeof one === 'string' ? one : JSON.stringify(one))).join(' ') })
    // a render sets hundreds of attributes: the writes of one task are reported together
    if (queue.length > 1) return
    queueMicrotask(() => {
      const { heard } = window as unknown as { heard(all: RecordedWrite[]): Promise<void> }
      heard(queue.splice(0)).catch(() => {}) // the page is being left
    })
  }
  /** Wraps a method to report its arguments. */
  const reportCalls = (owner: object, name: string, where: (self: unknown, args: unknown[]) => string) => {
    const { value: does } = Object.getOwnPropertyDescriptor(owner, name)! as { value: (...args: unknown[]) => unknown }
    Object.defineProperty(owner, name, {
      value(this: unknown, ...args: unknown[]) {
        tell(where(this, args), ...args)
        return does.apply(this, args)
      },
    })
  }
  reportCalls(Storage.prototype, 'setItem', (self, [key]) =>
    self === localStorage ? `localStorage ${String(key)}` : 'sessionStorage',
  )
  reportCalls(BroadcastChannel.prototype, 'postMessage', self => `channel ${(self as BroadcastChannel).name}`)
  for (const name of ['put', 'add']) reportCalls(IDBObjectStore.prototype, name, () => 'IndexedDB')
  for (const name of ['pushState', 'replaceState']) reportCalls(History.prototype, name, () => 'history')
  for (const name of ['setAttribute', 'setAttributeNS']) reportCalls(Element.prototype, name, () => 'attribute')
  document.addEventListener('DOMContentLoaded', () => {
    const title = () => tell('title', document.title)
    title()
    new MutationObserver(title).observe(document.head, { childList: true, characterData: true, subtree: true })
  })
}

const bodyOf = (request: Request) => `body ${request.method()} ${new URL(request.url()).pathname}`

/** Records from now on what pages of a context write, log and send; `authorization` and `body …` have entries of their own. */
export async function recordWrites(context: BrowserContext): Promise<RecordedWrite[]> {
  const heard: RecordedWrite[] = []
  await context.exposeBinding('heard', (_source, all: RecordedWrite[]) => void heard.push(...all))
  await context.addInitScript(listen)
  context.on('console', (message: ConsoleMessage) => void heard.push({ where: 'console', words: message.text() }))
  context.on('request', request => {
    if (request.isNavigationRequest()) return
    const { authorization = '', ...headers } = request.headers()
    heard.push({ where: 'url', words: request.url() }, { where: 'headers', words: JSON.stringify(headers) })
    heard.push({ where: 'authorization', words: authorization })
    heard.push({ where: bodyOf(request), words: request.postData() ?? '' })
  })
  return heard
}
