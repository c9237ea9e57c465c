import { orderProblemRoutes } from '#contract/order-problem'
import { orderProblemMachine } from '#machines/order-problem/order-problem'
import { requireSuccess } from './client.ts'
import type { Environment } from './environment.ts'
import { liveEffect } from './live.ts'
import { unanswered } from './unanswered.ts'

/**
 * The machine of a report with its effects. The vault has the photograph as a data URL until the report was sent or the page is loaded again.
 *
 * @param keyOf - the part of a body with the key of the link that has opened the order; empty without one
 */
export const orderProblemWith = (
  { call, vault }: Pick<Environment, 'call' | 'vault'>,
  keyOf: (number: number) => { key?: string },
) =>
  orderProblemMachine.provide({
    actors: {
      reportProblem: liveEffect(async ({ number, orderId, requestId, report, photograph: handle }, signal) => {
        const photograph = handle === null ? null : base64In(vault.read(handle))
        // the page was loaded again while the report was being sent
        if (photograph === '') throw unanswered()
        const body = { requestId, ...report, ...keyOf(number), ...(photograph !== null && { photograph }) }
        const asking = { params: { id: orderId }, body, signal }
        const { data } = await requireSuccess(call(orderProblemRoutes.reportProblem, asking))
        if (handle !== null) vault.forget(handle)
        return data
      }),
      watchPhotograph: liveEffect(({ photograph }, signal) => {
        if (photograph !== null && vault.read(photograph) === '') return Promise.resolve(null)
        return new Promise<null>((_, reject) => signal.addEventListener('abort', () => reject(unanswered())))
      }),
    },
  })

const base64In = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1)
