import { describe, expect, test } from 'vitest'
import { refusalIn } from '#contract/refusal'
import { lookupMachine } from '#machines/parts/lookup'
import { gone, lost } from '../../kit/outcomes.ts'
import { runJournaled, settled } from '../../kit/system.ts'

const open = () => {
  const run = runJournaled(lookupMachine)
  run.root.start()
  return run
}
const stateOf = (run: ReturnType<typeof open>) => (run.root.getSnapshot() as { value: unknown }).value
const outputOf = (run: ReturnType<typeof open>) => (run.root.getSnapshot() as { output: unknown }).output

describe('a lookup', () => {
  test('outputs the answer', async () => {
    const run = open()
    await run.settle(run.pending[0]!, { answer: ['rice'] })
    expect(outputOf(run)).toEqual({ answer: ['rice'] })
  })

  // Specification: 7.2.1
  test('is tried again 500 ms after a transient failure, at most twice', async () => {
    const run = open()
    const begunAt = run.host.now()
    await run.settle(run.pending[0]!, { refusal: lost })
    expect(stateOf(run)).toBe('pausing')
    run.host.fireNext()
    expect(run.host.now() - begunAt).toBe(500)
    await run.settle(run.pending[0]!, { refusal: lost })
    run.host.fireNext()
    await run.settle(run.pending[0]!, { refusal: lost })
    expect(stateOf(run)).toBe('givenUp')
    expect(outputOf(run)).toEqual({ refusal: lost })
  })

  // Specification: 7.2.2
  test('aborts a try after 5000 ms and drops its answer', async () => {
    const run = open()
    const [first] = run.pending
    const begunAt = run.host.now()
    run.host.fireNext()
    expect(run.host.now() - begunAt).toBe(5_000)
    expect(stateOf(run)).toBe('pausing')
    expect(first!.signal.aborted).toBe(true)
    first!.resolve(['late'])
    await settled()
    expect(stateOf(run)).toBe('pausing')
  })

  test('ends after 16 seconds without any answer', async () => {
    const run = open()
    const begunAt = run.host.now()
    while (run.host.fireNext()) await settled()
    expect(run.host.now() - begunAt).toBe(5_000 * 3 + 500 * 2)
    expect(outputOf(run)).toEqual({ refusal: refusalIn(null) })
  })

  test('is not tried again after a refusal that a retry cannot change', async () => {
    const run = open()
    await run.settle(run.pending[0]!, { refusal: gone })
    expect(outputOf(run)).toEqual({ refusal: gone })
  })

  test("waits as long as the gateway's Retry-After, up to 5 seconds", async () => {
    const run = open()
    const begunAt = run.host.now()
    await run.settle(run.pending[0]!, { refusal: { ...gone, status: 429, retryAfter: 3_000 } })
    run.host.fireNext()
    expect(run.host.now() - begunAt).toBe(3_000)
    await run.settle(run.pending[0]!, { refusal: { ...gone, status: 429, retryAfter: 60_000 } })
    expect(stateOf(run)).toBe('givenUp')
  })
})
