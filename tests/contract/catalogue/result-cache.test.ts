import { describe, expect, test } from 'vitest'
import { createResultCache } from '#gateway/catalogue/result-cache'

describe('a cache of results', () => {
  const counting = () => {
    let made = 0
    return () => Promise.resolve(++made)
  }

  test('makes a result once while it is recent', async () => {
    let time = 0
    const cached = createResultCache<number>({ maxAge: 5_000, now: () => time })
    const make = counting()
    expect(await Promise.all([cached('a', make), cached('a', make)])).toEqual([1, 1])
    time = 4_999
    expect(await cached('a', make)).toBe(1)
    time = 5_000
    expect(await cached('a', make)).toBe(2)
  })

  test('keeps the results that were made last', async () => {
    const cached = createResultCache<number>({ most: 2 })
    const make = counting()
    for (const key of ['a', 'b', 'c', 'b', 'a']) await cached(key, make)
    expect(await cached('a', make)).toBe(4)
    expect(await cached('b', make)).toBe(5)
  })

  test('keeps no failure', async () => {
    const cached = createResultCache<number>()
    await expect(cached('a', () => Promise.reject(new Error('No database')))).rejects.toThrow('No database')
    expect(await cached('a', counting())).toBe(1)
  })
})
