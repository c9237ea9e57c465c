import type { FastifyInstance, FastifyReply } from 'fastify'
import { confirmEmailChange, undoEmailChange } from '../accounts/email-changes.ts'
import type { AccountServices } from '../accounts/tokens.ts'
import { confirmSubscription, unsubscribe } from '../mail/newsletter.ts'
import { confirmStockNotice, endStockNotice } from '../mail/stock-notices.ts'
import { plainPage, plainPageHeaders } from './plain-page.ts'

/** The action of a mailed link. */
interface LinkPage {
  title: string
  /** The button that does it. */
  button: string
  /** @returns false for a link that is unknown, used or expired */
  act: (shop: AccountServices, token: string) => Promise<boolean>
  done: string
}

const linkPages: Record<string, LinkPage> = {
  'confirm-email': {
    title: 'Confirm your email address',
    button: 'Confirm',
    act: confirmEmailChange,
    done: 'Your account has this email address now. Use it the next time you log in.',
  },
  'undo-email': {
    title: 'Undo the change of your email address',
    button: 'Undo the change',
    act: undoEmailChange,
    done: 'Your account has its old email address again, and every device has been logged out. Please choose a new password: follow “Forgotten your password?” on the login page.',
  },
  'confirm-newsletter': {
    title: 'Subscribe to the newsletter',
    button: 'Subscribe',
    act: ({ database }, token) => confirmSubscription(database, token),
    done: 'You are subscribed to the newsletter.',
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter',
    button: 'Unsubscribe',
    act: async ({ database }, token) => {
      await unsubscribe(database, token)
      return true
    },
    done: 'You are unsubscribed. You get no more newsletters.',
  },
  'confirm-stock-notice': {
    title: 'An email when it is in stock again',
    button: 'Confirm',
    act: ({ database }, token) => confirmStockNotice(database, token),
    done: 'We’ll email you when the product is in stock again.',
  },
  'end-stock-notice': {
    title: 'No email about this product',
    button: 'Don’t email me',
    act: async ({ database }, token) => {
      await endStockNotice(database, token)
      return true
    },
    done: 'We won’t email you about this product.',
  },
}

/** The page of a link; undefined for another path. `constructor`, for example, is a property of every object. */
const pageOf = (link: string): LinkPage | undefined => (Object.hasOwn(linkPages, link) ? linkPages[link] : undefined)

/** The beginning of the paths of mailed links. */
export const linkPath = '/link'

/** The database cannot look up every text. */
const isToken = /^[\w-]{1,100}$/

interface LinkRequest {
  Params: { link: string }
  Querystring: { token?: unknown }
}

/**
 * Serves the pages that mailed links open. Opening one changes nothing, since mail programs open links too: its button
 * does.
 */
export async function serveLinkPages(app: FastifyInstance, shop: AccountServices): Promise<void> {
  await app.register(async pages => {
    // The link says everything. Its page sends an empty form; mail programs that unsubscribe send a body of any type (RFC 8058 §3.1).
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, done) => done(null))
    pages.addHook('onRequest', async request => app.requestCounter.refuseOverLimit('writes', request.client))
    pages.get<LinkRequest>(`${linkPath}/:link`, async ({ params }, reply) => {
      const page = pageOf(params.link)
      if (page === undefined) return sendPage(reply, 404, 'We can’t find that page', '')
      return sendPage(reply, 200, page.title, `<form method="post"><button>${page.button}</button></form>`)
    })
    pages.post<LinkRequest>(`${linkPath}/:link`, async ({ params, query }, reply) => {
      const page = pageOf(params.link)
      if (page === undefined) return sendPage(reply, 404, 'We can’t find that page', '')
      const token = typeof query.token === 'string' && isToken.test(query.token) ? query.token : ''
      const isDone = await page.act(shop, token)
      if (isDone) return sendPage(reply, 200, page.title, `<p role="status">${page.done}</p>`)
      return sendPage(reply, 410, page.title, '<p role="alert">This link has been used or has expired.</p>')
    })
  })
}

const sendPage = (reply: FastifyReply, status: number, title: string, main: string) =>
  reply.code(status).headers(plainPageHeaders).send(plainPage(title, main))
