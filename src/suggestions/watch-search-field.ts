import { plainText } from '#contract/typed-text'
import { isBlank } from '#contract/visible-text'
import { withSearch } from '#machines/suggestions/suggestion-options'
import type { ShopActor } from '#machines/shop/shop'
import { readRecentSearches, storeRecentSearches } from './recent-searches.ts'

/** Whether an element is the search field of the header. */
const isSearchField = (element: unknown): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.role === 'combobox'

/** Whether the code of its suggestions is not loaded. */
const isPlain = (field: HTMLInputElement): boolean => field.ariaAutoComplete !== 'list'

/**
 * Loads the suggestions of the search field when it has the focus. If that fails, the next input tries again; the field searches without
 * them. A search that is made before they are loaded is kept too.
 *
 * @param shop - has started
 */
export function watchSearchField(
  window: Window & typeof globalThis,
  shop: ShopActor,
  log: (...words: unknown[]) => void,
): void {
  const suggest = async (element: unknown) => {
    if (!isSearchField(element)) return
    const { suggestFor } = await import('./suggest-for.ts')
    suggestFor(element, shop, log)
  }
  const begin = ({ target }: { target: unknown }) => void suggest(target).catch(() => {})
  window.addEventListener('focusin', begin)
  window.addEventListener('input', begin)
  const storage = () => window.localStorage
  const remember = ({ target }: Event) => {
    const field = [...(target as HTMLFormElement)].find(isSearchField)
    if (field && isPlain(field) && !isBlank(field.value))
      storeRecentSearches(storage, withSearch(readRecentSearches(storage), plainText(field.value)))
  }
  // before React, which clears the field
  window.addEventListener('submit', remember, true)
  begin({ target: window.document.activeElement })
}
