import { describe, expect, test } from 'vitest'
import { deleteJournals } from '#src/journal/delete-journals.ts'
import type { JournalStore } from '#src/journal/store.ts'

const storage = { removeItem() {}, setItem() {}, getItem: () => null }

/** Deletes everything in a browser whose caches act like this. @returns whether all is deleted */
const deletesWith = (caches: object | undefined) => {
  const window = { caches, setTimeout, sessionStorage: storage, localStorage: storage }
  const store = { deleteAll: () => Promise.resolve() } as unknown as JournalStore
  return deleteJournals(window as unknown as Window & typeof globalThis, store, 'all', () => Promise.resolve())
}

describe('pages that the service worker keeps', () => {
  test('are deleted with the journals; files of the shop are not', async () => {
    const deleted: string[] = []
    const keys = async () => ['seen-pages-1', 'seen-pictures', 'files-1', 'workbox-precache']
    expect(await deletesWith({ keys, delete: async (name: string) => void deleted.push(name) })).toBe(true)
    expect(deleted).toEqual(['seen-pages-1', 'seen-pictures'])
  })

  test('are not there without a service worker, or if storage is blocked', async () => {
    expect(await deletesWith(undefined)).toBe(true)
    const blocked = Promise.reject(new DOMException('Blocked', 'SecurityError'))
    expect(await deletesWith({ keys: () => blocked })).toBe(true)
  })

  test('count as left if deleting them fails, or never ends: the logout does not wait for it', async () => {
    expect(await deletesWith({ keys: () => Promise.reject(new Error('The disk is damaged')) })).toBe(false)
    expect(await deletesWith({ keys: () => new Promise(() => {}) })).toBe(false)
  })
})
