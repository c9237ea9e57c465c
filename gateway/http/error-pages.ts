import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { plainPage, plainPageHeaders } from '../pages/plain-page.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the storefront's page for unknown paths with the status of the reply; null if no storefront is served. */
    sendNotFoundPage: ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) | null
  }
}

/** Paths that only programs call. */
const isCall = /^\/(?:v1|paypal)(?:[/?]|$)/

/** Whether a person sees the answer: browsers name HTML when they open a page, and not when a script or picture is loaded. */
const isSeen = (url: string, accept = ''): boolean => !isCall.test(url) && accept.includes('text/html')

/** The statuses of a URL that no link of the storefront has. */
const wrongLink = new Set([400, 404, 405, 410, 414])

interface Words {
  title: string
  text: string
}

const wordsOf: Record<number, Words> = {
  408: { title: 'That took too long', text: 'Your connection may be slow. Please try again.' },
  429: { title: 'Too many requests', text: 'Please wait a minute, then try again.' },
  431: {
    title: 'Your browser sent too much',
    text: 'The link may be too long. If this happens on every page, delete the cookies of this site.',
  },
  503: { title: 'The shop is busy', text: 'Please try again in a few seconds.' },
}

function wordsFor(status: number): Words {
  if (wrongLink.has(status)) return { title: 'We can’t find that page', text: 'The link may be wrong.' }
  const whose = status >= 500 ? 'Something went wrong on our side.' : 'Your browser sent something we can’t read.'
  return wordsOf[status] ?? { title: 'We couldn’t show this page', text: `${whose} Please try again.` }
}

function errorPage(status: number): string {
  const { title, text } = wordsFor(status)
  return plainPage(title, `<p>${text}</p>`)
}

/**
 * Answers a person whose request failed with a page; the status of the reply is set. A wrong link shows the storefront's header
 * and menu; other failures a plain page, since the storefront may be what fails.
 *
 * @returns false if a program asked: it gets JSON
 */
export function sendErrorPage(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isSeen(request.url, request.headers.accept)) return false
  const { statusCode } = reply
  const sendPlain = () => reply.code(statusCode).headers(plainPageHeaders).send(errorPage(statusCode))
  const { sendNotFoundPage } = request.server
  if (sendNotFoundPage === null || !wrongLink.has(statusCode)) {
    sendPlain()
    return true
  }
  sendNotFoundPage(request, reply).catch((error: unknown) => {
    request.log.error(error, 'The page for unknown paths cannot be sent')
    sendPlain()
  })
  return true
}

/** What the parser of HTTP reports. */
interface ParserError extends Error {
  code?: string
  /** A Buffer of what arrived last on the connection, mostly the whole head; Fastify's types name another shape. */
  rawPacket?: unknown
}

const statusOf = ({ code }: ParserError): number =>
  code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400

/** Whether the head that the parser refused is of a page that a person opens. */
function isSeenIn({ rawPacket }: ParserError): boolean {
  const head = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
  const url = /^(?:GET|HEAD|POST) (\S*)/.exec(head)?.[1]
  return url !== undefined && isSeen(url, /^accept:(.*)$/im.exec(head)?.[1])
}

/** Answers a request that is no HTTP, too slow or too large for the parser, and closes its connection. No route sees it. */
export function answerParserError(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statusOf(error)
  const message = STATUS_CODES[status]!
  const [headers, body] = isSeenIn(error)
    ? [plainPageHeaders, errorPage(status)]
    : [{ 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ statusCode: status, message })]
  const length = { 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  if (!socket.writable) return void socket.destroy(error)
  socket.write(`HTTP/1.1 ${status} ${message}\r\n${lines.join('')}\r\n${body}`)
  socket.destroy(error)
}
