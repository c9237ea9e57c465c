import { homePath } from '#contract/paths'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Shown instead of a page that could not be rendered twice. */
export const BrokenPage = () => (
  <EmptyState
    level={1}
    heading="We couldn’t show this page"
    action={
      <>
        <Button variant="go" onClick={() => location.reload()}>
          Reload
        </Button>
        <ButtonLink href={homePath}>Back to the shop</ButtonLink>
      </>
    }
  >
    <p>Something went wrong on our side. Your cart is saved.</p>
  </EmptyState>
)
