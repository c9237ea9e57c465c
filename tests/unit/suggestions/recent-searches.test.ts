import { describe, expect, test } from 'vitest'
import { readRecentSearches, recentSearchesKey, storeRecentSearches } from '#src/suggestions/recent-searches.ts'

const storageOf = (value?: string) => {
  const values = new Map(value === undefined ? [] : [[recentSearchesKey, value]])
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => void values.set(key, text),
    removeItem: (key: string) => void values.delete(key),
  } as Storage
  return { values, storage: () => storage }
}
const blocked = (): Storage => {
  throw new DOMException('blocked', 'SecurityError')
}

describe('recent searches', () => {
  test('are read as they were stored', () => {
    const { storage } = storageOf()
    storeRecentSearches(storage, ['<b>tofu', '茶'])
    expect(readRecentSearches(storage)).toEqual(['<b>tofu', '茶'])
  })

  test('leave nothing in the storage when the last one is removed', () => {
    const { values, storage } = storageOf('["tea"]')
    storeRecentSearches(storage, [])
    expect(values.size).toBe(0)
  })

  test.each<[string | undefined, string[]]>([
    [undefined, []],
    ['', []],
    ['no json', []],
    ['{"0":"tea"}', []],
    ['null', []],
    ['["tea",7,null,"",{"a":1},"tea"]', ['tea']],
    [JSON.stringify(['x'.repeat(201), 'tofu']), ['tofu']],
    [JSON.stringify(['1', '2', '3', '4', '5', '6']), ['1', '2', '3', '4', '5']],
  ])('%s is read as %j', (stored, searches) => {
    expect(readRecentSearches(storageOf(stored).storage)).toEqual(searches)
  })

  test('are none if storage is blocked', () => {
    expect(() => storeRecentSearches(blocked, ['tea'])).not.toThrow()
    expect(readRecentSearches(blocked)).toEqual([])
  })
})
