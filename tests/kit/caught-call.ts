import type { APIResponse, CDPSession, Page } from 'playwright-core'

/** What the browser reports of a request that it holds back. */
interface Paused {
  requestId: string
  request: { method: string; url: string; headers: Record<string, string>; postData?: string }
}

interface Answer {
  status?: number
  contentType?: string
  /** The body: JSON, or text. */
  json?: unknown
  body?: string
}

/** A call that the browser holds back until the test decides about it. Nothing happens if it has ended, as when its document is gone. */
export class CaughtCall {
  readonly method: string
  readonly url: string
  private readonly session: CDPSession
  private readonly page: Page
  private readonly paused: Paused

  constructor(session: CDPSession, page: Page, paused: Paused) {
    this.session = session
    this.page = page
    this.paused = paused
    this.method = paused.request.method
    this.url = paused.request.url
  }

  private get requestId() {
    return this.paused.requestId
  }

  /** Sends the same request to the gateway, from outside the page. */
  fetch(): Promise<APIResponse> {
    const { headers, postData } = this.paused.request
    const { method } = this
    return this.page
      .context()
      .request.fetch(this.url, { method, headers, ...(postData !== undefined && { data: postData }) })
  }

  /** The browser sends the request. */
  continue(): Promise<void> {
    return ended(this.session.send('Fetch.continueRequest', { requestId: this.requestId }))
  }

  /** The request fails in the network. */
  abort(errorReason: 'ConnectionRefused' | 'ConnectionReset'): Promise<void> {
    return ended(this.session.send('Fetch.failRequest', { requestId: this.requestId, errorReason }))
  }

  /** The request is answered by the test. */
  fulfill({
    status = 200,
    contentType = 'application/json',
    json,
    body = JSON.stringify(json),
  }: Answer): Promise<void> {
    return ended(
      this.session.send('Fetch.fulfillRequest', {
        requestId: this.requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: contentType }],
        body: Buffer.from(body).toString('base64'),
      }),
    )
  }
}

/** The browser refuses a command about a request whose document is gone. */
const ended = (sent: Promise<unknown>): Promise<void> =>
  sent.then(
    () => {},
    () => {},
  )

type Take = (caught: CaughtCall) => void

/** Sessions that catch calls, and what they do with a request that is paused. */
const catching = new WeakMap<CDPSession, (paused: Paused) => void>()

/**
 * Catches the calls of one page, and no other requests: Playwright's `route` pauses every request of a page and turns the browser's
 * cache off, so that a load takes up to twice as long.
 *
 * @returns when the browser holds calls back
 */
export async function catchCalls(session: CDPSession, page: Page, take: Take): Promise<void> {
  const hear = (paused: Paused) => take(new CaughtCall(session, page, paused))
  catching.set(session, hear)
  session.on('Fetch.requestPaused', hear)
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/v1/*' }] })
}

/** Ends `catchCalls`: calls that are held back are sent. */
export async function releaseCalls(session: CDPSession): Promise<void> {
  const hear = catching.get(session)
  if (!hear) return
  catching.delete(session)
  session.off('Fetch.requestPaused', hear)
  await session.send('Fetch.disable')
}
