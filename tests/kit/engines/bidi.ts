import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A connection that speaks WebDriver BiDi. @see https://www.w3.org/TR/webdriver-bidi/ */
export interface Bidi {
  /** Sends a command. @returns its result. @throws the error's message */
  calls<Result = void>(method: string, params: object): Promise<Result>
  /** Listens to the parameters of an event. @returns how to stop */
  listens(event: string, listener: (params: unknown) => void): () => void
}

type Message =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number | null; error: string; message: string }
  | { type: 'event'; method: string; params: unknown }

export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url)
  const pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  const listeners = new Set<readonly [event: string, listener: (params: unknown) => void]>()
  let count = 0
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message
    if (message.type === 'event') {
      for (const [event, listener] of listeners) if (event === message.method) listener(message.params)
      return
    }
    const call = pending.get(message.id ?? 0)
    pending.delete(message.id ?? 0)
    if (message.type === 'success') call?.resolve(message.result as never)
    else call?.reject(new Error(`${message.error}: ${message.message}`))
  })
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser has closed the connection'))
  })
  await once(socket, 'open')
  return {
    calls: (method, params) =>
      new Promise((resolve, reject) => {
        count += 1
        pending.set(count, { resolve, reject })
        socket.send(JSON.stringify({ id: count, method, params }))
      }),
    listens(event, listener) {
      const entry = [event, listener] as const
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
}
