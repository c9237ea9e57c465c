import { setTimeout as sleep } from 'node:timers/promises'

/** A session of WebDriver. @see https://www.w3.org/TR/webdriver2/ */
export interface WebDriver {
  /** The browser's version. */
  version: string
  /** Sends a command. @returns its value. @throws the error's message */
  calls<Result = void>(method: Method, path: string, body?: object): Promise<Result>
  /** As `calls`, in a window. */
  callsIn<Result = void>(handle: string, method: Method, path: string, body?: object): Promise<Result>
}

type Method = 'GET' | 'POST' | 'DELETE'

/** Milliseconds after which a command counts as unanswered. */
const patience = 30_000

async function request<Result>(url: string, method: Method, body?: object): Promise<Result> {
  const signal = AbortSignal.timeout(patience)
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) }).catch(cause => {
    throw new Error(`The driver did not answer to ${method} ${new URL(url).pathname}`, { cause })
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value as Result
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}

/** Waits until a driver answers. */
async function waitForDriver(url: string): Promise<void> {
  for (;;) {
    const answers = await request(`${url}/status`, 'GET').then(
      () => true,
      () => false,
    )
    if (answers) return
    await sleep(20)
  }
}

/** Opens a session with a driver that has just been started. */
export async function createWebDriver(url: string, capabilities: object): Promise<WebDriver> {
  await waitForDriver(url)
  const session = await request<{ sessionId: string; capabilities: { browserVersion: string } }>(
    `${url}/session`,
    'POST',
    { capabilities: { alwaysMatch: capabilities } },
  )
  const base = `${url}/session/${session.sessionId}`
  const calls: WebDriver['calls'] = (method, path, body) => request(base + path, method, body)
  // a session has one current window: commands of several windows follow one another
  let last: Promise<unknown> = Promise.resolve()
  let current = ''
  return {
    version: session.capabilities.browserVersion,
    calls,
    callsIn(handle, method, path, body) {
      const next = last
        .catch(() => {})
        .then(async () => {
          if (current !== handle) await calls('POST', '/window', { handle })
          current = handle
          return calls<never>(method, path, body)
        })
      last = next
      return next
    },
  }
}
