import error from '../assets/state-error.svg'
import { homePath, titleAt } from '#contract/paths'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

const title = titleAt('*')

/** The page for unknown paths. */
export function NotFoundScreen() {
  return (
    <>
      <PageTitle text={title} />
      <EmptyState
        level={1}
        picture={error}
        heading={title}
        action={
          <ButtonLink look="go" href={homePath}>
            Back to the shop
          </ButtonLink>
        }
      >
        <p>We can’t find that page. The link may be wrong, or the product may no longer be sold.</p>
      </EmptyState>
    </>
  )
}
