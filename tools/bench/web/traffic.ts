import type { CDPSession } from 'playwright-core'

/** Response kinds, by media type. */
export const kinds = ['html', 'css', 'js', 'pictures', 'fonts', 'data', 'other'] as const
export type Kind = (typeof kinds)[number]

const types: readonly [RegExp, Kind][] = [
  [/html/, 'html'],
  [/css/, 'css'],
  [/javascript|ecmascript/, 'js'],
  [/^image\//, 'pictures'],
  [/font/, 'fonts'],
  [/json/, 'data'],
]

/** The kind of a media type. */
export const kindOf = (mediaType: string): Kind => types.find(([type]) => type.test(mediaType))?.[1] ?? 'other'

/** Network traffic as counted by the browser. */
export interface Traffic {
  /** Compressed body bytes, by kind. */
  bodies: Record<Kind, number>
  /** Bytes of response headers. */
  headers: number
  requests: number
  /** Milliseconds since the last request started or ended; 0 while a request is in flight. */
  idleFor: () => number
}

/** Counts a page's traffic from now on. */
export async function countTraffic(session: Pick<CDPSession, 'on' | 'send'>): Promise<Traffic> {
  const bodies = Object.fromEntries(kinds.map(kind => [kind, 0])) as Record<Kind, number>
  const underWay = new Map<string, { kind: Kind; headers: number }>()
  let last = performance.now()
  const traffic: Traffic = {
    bodies,
    headers: 0,
    requests: 0,
    idleFor: () => (underWay.size > 0 ? 0 : performance.now() - last),
  }
  const end = (id: string, size: number) => {
    const known = underWay.get(id)
    if (!known) return
    bodies[known.kind] += Math.max(size - known.headers, 0)
    traffic.headers += known.headers
    underWay.delete(id)
    last = performance.now()
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!/^https?:/.test(request.url)) return
    traffic.requests += 1
    underWay.set(requestId, { kind: 'other', headers: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!underWay.has(requestId)) return
    underWay.set(requestId, { kind: kindOf(response.mimeType), headers: response.encodedDataLength })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0))
  await session.send('Network.enable')
  return traffic
}
