import { homePath } from '#contract/paths'
import { medians } from '../figures.ts'
import { openShop } from '../open.ts'

/** Response times of the gateway in milliseconds, over loopback and compressed as for a browser. */
export interface AnswerTimes {
  /** The home page, the same URL repeatedly. */
  page: number
  /** The home page at URLs that were not requested before. */
  newPage: number
  /** The data of the same list: POST /v1/product/criteria. */
  data: number
}

const headers = { accept: 'text/html', 'accept-encoding': 'br', 'content-type': 'application/json' }
const list = JSON.stringify({ criteria: 'features', brand_id: 0, category_id: 0 })

async function timeOf(ask: () => Promise<Response>): Promise<number> {
  const began = performance.now()
  const answer = await ask()
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
  await answer.arrayBuffer()
  return performance.now() - began
}

/** Medians over this number of responses of each kind, requested in turn, one at a time. */
export async function measurePages(answers: number): Promise<AnswerTimes> {
  const { url, close } = await openShop()
  const askAll = async (at: number) => ({
    page: await timeOf(() => fetch(url + homePath, { headers })),
    newPage: await timeOf(() => fetch(`${url}${homePath}?page=1&n=${at}`, { headers })),
    data: await timeOf(() => fetch(`${url}/v1/product/criteria`, { method: 'POST', headers, body: list })),
  })
  try {
    for (let at = 0; at < 20; at += 1) await askAll(-at) // warm-up; not counted
    const times: AnswerTimes[] = []
    for (let at = 0; at < answers; at += 1) times.push(await askAll(at + 1))
    return medians(times)
  } finally {
    await close()
  }
}
