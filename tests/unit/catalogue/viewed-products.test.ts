import { describe, expect, test } from 'vitest'
import { addViewed, mostViewed, readViewed, viewedKey } from '#src/catalogue/viewed-products.ts'
import { forgetOrders } from '#src/effects/order-keys.ts'

/** A storage that holds a map. */
const storageOf = (value?: string) => {
  const held = new Map(value === undefined ? [] : [[viewedKey, value]])
  const storage = () =>
    Object.assign(Object.fromEntries(held), {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => void held.set(key, text),
      removeItem: (key: string) => void held.delete(key),
    }) as unknown as Storage
  return { held, storage }
}
const blocked = (): Storage => {
  throw new DOMException('blocked', 'SecurityError')
}

describe('the viewed products of a device', () => {
  test('are the last twelve, each once, the last one first', () => {
    const { storage } = storageOf()
    for (let id = 1; id <= mostViewed + 2; id++) addViewed(storage, id)
    addViewed(storage, 5)
    expect(readViewed(storage)).toEqual([5, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3])
  })

  test('are added to what another tab has stored', () => {
    const { held, storage } = storageOf()
    addViewed(storage, 1)
    held.set(viewedKey, '[7,1]')
    addViewed(storage, 2)
    expect(readViewed(storage)).toEqual([2, 7, 1])
  })

  test.each([undefined, '', 'no json', 'null', '{"0":1}', '["1"]', '[0]', '[1.5]', `[${'1,'.repeat(600)}1]`])(
    'are none if %s is stored',
    stored => expect(readViewed(storageOf(stored).storage)).toEqual([]),
  )

  test('are none if the storage is blocked', () => {
    addViewed(blocked, 1)
    expect(readViewed(blocked)).toEqual([])
  })

  test('are deleted by a logout', () => {
    const { held, storage } = storageOf()
    addViewed(storage, 1)
    forgetOrders(storage)
    expect(held.size).toBe(0)
  })
})
