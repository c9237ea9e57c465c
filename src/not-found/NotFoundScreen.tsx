import error from '../assets/state-error.svg'
import { homePath, titleAt } from '#contract/paths'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

const title = titleAt('*')

/** The page for paths that lead nowhere. */
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
        <p>Nothing stands at this address. It may be mistyped, or what it led to is no longer sold here.</p>
      </EmptyState>
    </>
  )
}
