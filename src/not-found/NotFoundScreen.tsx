import error from '../assets/state-error.svg'
import { titleOf } from '../catalogue/document-title.ts'
import { home } from '../layout/links.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** What stands at an address that leads nowhere. */
export function LostScreen() {
  return (
    <>
      <title>{titleOf('Page not found')}</title>
      <EmptyState
        level={1}
        picture={error}
        heading="Page not found"
        action={
          <ButtonLink look="go" href={home}>
            Back to the shop
          </ButtonLink>
        }
      >
        <p>Nothing stands at this address. It may be mistyped, or what it led to is no longer sold here.</p>
      </EmptyState>
    </>
  )
}
