import { useLocation } from 'react-router-dom'
import { listPath } from '#contract/list-paths'
import { AisleLinks } from '../menus/AisleLinks.tsx'

/** The words at the end of a path, for a search: 'jasmine rice' of '/shop/jasmine-rice.html'; '' if there are none. */
const wordsIn = (pathname: string): string =>
  (/\/([a-z][a-z-_]{2,40})(?:\.\w+)?\/*$/i.exec(pathname)?.[1] ?? '').replaceAll(/[-_]+/g, ' ')

/** Why a path is unknown, a search for its words, and the aisles. */
export function UnknownPathHelp() {
  const words = wordsIn(useLocation().pathname)
  return (
    <div data-parts="">
      <p>
        We can’t find that page. The link may be wrong, or the product may no longer be sold.{' '}
        {words && (
          <a
            className="textlink"
            href={listPath({ criteria: 'search', categoryId: 0, brandId: 0, searchCriteria: words })}
          >
            {`Search for “${words}”`}
          </a>
        )}
      </p>
      <AisleLinks />
    </div>
  )
}
