import error from '../assets/state-error.svg'
import { useLocation } from 'react-router-dom'
import { listPath } from '#contract/list-paths'
import { homePath, titleAt } from '#contract/paths'
import { AisleLinks } from '../menus/AisleLinks.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

const title = titleAt('*')

/** The words at the end of a path, for a search: 'jasmine rice' of '/shop/jasmine-rice.html'; '' if there are none. */
const wordsIn = (pathname: string): string =>
  (/\/([a-z][a-z-_]{2,40})(?:\.\w+)?\/*$/i.exec(pathname)?.[1] ?? '').replaceAll(/[-_]+/g, ' ')

/** The page for unknown paths. */
export function NotFoundScreen() {
  const words = wordsIn(useLocation().pathname)
  return (
    <>
      <PageTitle text={title} />
      <EmptyState
        level={1}
        picture={error}
        heading={title}
        action={
          <ButtonLink variant="go" href={homePath}>
            Back to the shop
          </ButtonLink>
        }
      >
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
      </EmptyState>
    </>
  )
}
