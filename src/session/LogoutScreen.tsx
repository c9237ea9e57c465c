import { useActor } from '../system/actors.tsx'
import { home } from '../layout/links.ts'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { store } from '../store/store.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** The page 'Logout', which logs out when it is opened. */
export function LogoutScreen() {
  const isOut = useActor('session', ({ context }) => context.customer === null)
  return (
    <>
      <title>{`Logout · ${store.name}`}</title>
      <Breadcrumb trail={[{ name: 'Logout' }]} />
      <section className="panel" role="status">
        <EmptyState
          level={1}
          heading={isOut ? 'You have been logged out.' : 'Logging out …'}
          action={
            <ButtonLink look="go" size="big" href={home}>
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
