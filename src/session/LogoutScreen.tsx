import { useActor } from '../system/actors.tsx'
import { homePath, titleAt } from '#contract/paths'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The page 'Logout', which logs out when it is opened. */
export function LogoutScreen() {
  const isOut = useActor('session', ({ context }) => context.customer === null)
  return (
    <>
      <PageTitle text={titleAt('/auth/logout')} />
      <Breadcrumb trail={[{ name: 'Logout' }]} />
      <section className="panel" role="status">
        <EmptyState
          level={1}
          heading={isOut ? 'You have been logged out.' : 'Logging out …'}
          action={
            <ButtonLink look="go" size="big" href={homePath}>
              Continue Shopping
            </ButtonLink>
          }
        >
          {isOut && 'Your cart is kept for your next login.'}
        </EmptyState>
      </section>
    </>
  )
}
