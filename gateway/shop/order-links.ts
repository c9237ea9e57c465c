import { createHmac, timingSafeEqual } from 'node:crypto'
import type { orders } from '../database/schema.ts'

/** What the key of an order's link depends on. */
type LinkedOrder = Pick<typeof orders.$inferSelect, 'id' | 'number' | 'createdAt' | 'slot' | 'linkVersion'>

/** The links to the pages of orders. Each has a key that opens one order. */
export interface OrderLinks {
  /** The URL of an order's page, with its key. */
  urlOf(order: LinkedOrder): string
  /** Whether a key opens an order: it is signed by this shop, not revoked, and has not expired. */
  isKeyOf(order: LinkedOrder, key: string): boolean
}

/** How long a key is valid after the order was placed, or after its slot. */
const days = 60

/** An order that no key opens: an unknown number takes as long as a wrong key. */
export const noOrder: LinkedOrder = { id: '', number: 0, createdAt: new Date(0), slot: null, linkVersion: 0 }

/**
 * Creates the links: a key is the time of its expiry, in base 36, and a signature (HMAC-SHA256) of the order's id, that time and the version of the order's links.
 *
 * @param secret - of the shop; what is signed here is signed for nothing else
 * @param now - milliseconds since the epoch
 */
export function createOrderLinks(secret: Uint8Array, publicUrl: string, now = Date.now): OrderLinks {
  const ownSecret = createHmac('sha256', secret).update('links to orders').digest()
  const sign = ({ id, linkVersion }: LinkedOrder, expiry: string) =>
    createHmac('sha256', ownSecret)
      .update(JSON.stringify([id, linkVersion, expiry]))
      .digest()
  return {
    urlOf(order) {
      const placed = order.createdAt.getTime()
      const due = order.slot === null ? placed : Math.max(placed, Date.parse(order.slot.endsAt))
      const expiry = Math.ceil(due / 1000 + days * 24 * 60 * 60).toString(36)
      return `${publicUrl}/order/${order.number}?key=${expiry}.${sign(order, expiry).toString('base64url')}`
    },
    isKeyOf(order, key) {
      const [, expiry = '', signature = ''] = /^([0-9a-z]{1,9})\.([\w-]{43})$/.exec(key) ?? []
      const given = Buffer.alloc(32)
      given.write(signature, 'base64url')
      const isSigned = timingSafeEqual(given, sign(order, expiry))
      return isSigned && order.id !== '' && Number.parseInt(expiry, 36) * 1000 > now()
    },
  }
}
