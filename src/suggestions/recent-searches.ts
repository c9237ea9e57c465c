/** Key in `localStorage` of the last searches, as a JSON list. */
export const recentSearchesKey = 'shop.searches'

const mostRead = 5
const longestRead = 200

/**
 * The last searches on this device, the last one first.
 *
 * @param storage - may throw, as browsers do if storage is blocked
 * @returns none if they can't be read
 */
export function readRecentSearches(storage: () => Storage): string[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(recentSearchesKey) ?? '[]')
    if (!Array.isArray(stored)) return []
    const texts = stored.filter(one => typeof one === 'string' && one !== '' && one.length <= longestRead) as string[]
    return [...new Set(texts)].slice(0, mostRead)
  } catch {
    return [] // blocked, or changed by another program
  }
}

/** Stores the last searches; without a storage they last until the next page load. */
export function storeRecentSearches(storage: () => Storage, searches: readonly string[]): void {
  try {
    if (searches.length === 0) storage().removeItem(recentSearchesKey)
    else storage().setItem(recentSearchesKey, JSON.stringify(searches))
  } catch {
    // blocked or full
  }
}
