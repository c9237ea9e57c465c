import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackAddress, networkOf } from '../requests/addresses.ts'
import { tooManyAttempts } from '../requests/refusals.ts'

/** Bytes of a body that counts as large: the limit of those that are always read. */
export const ordinaryBody = 100_000

/** Large bodies that are read and handled at the same time: in all, and of one network. Each needs about five times its size in memory. */
const most = { all: 3, ofNetwork: 1 }

/**
 * Bounds the large bodies that are in memory at the same time, by the heads of their requests: one that is over the bound is refused before any of
 * its body is read. A body whose length is not named counts as large.
 */
export function createLargeBodies() {
  let inAll = 0
  const networks = new Map<string, number>()
  return {
    /** @throws Refused 429 at the bound */
    admit({ headers, client }: FastifyRequest, { raw }: FastifyReply): void {
      const length = headers['content-length']
      if (length === undefined ? headers['transfer-encoding'] === undefined : Number(length) <= ordinaryBody) return
      const network = isLoopbackAddress(client) ? null : networkOf(client)
      const ofNetwork = network === null ? 0 : (networks.get(network) ?? 0)
      if (inAll >= most.all || ofNetwork >= most.ofNetwork) throw tooManyAttempts(5)
      inAll += 1
      if (network !== null) networks.set(network, ofNetwork + 1)
      let isHeld = true
      const release = () => {
        if (!isHeld) return
        isHeld = false
        inAll -= 1
        if (network === null) return
        const left = networks.get(network)! - 1
        if (left === 0) networks.delete(network)
        else networks.set(network, left)
      }
      // of an answer that was sent, and of a connection that was closed before
      raw.once('finish', release).once('close', release)
    },
  }
}
