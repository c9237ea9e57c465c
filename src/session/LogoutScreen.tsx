import { homePath, titleAt } from '#contract/paths'
import { logoutPage } from '#machines/session/selectors'
import { hasLoggedOut } from '#machines/shop/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The page 'Logout': says whether a customer is logged in, and offers the logout. Showing it does not log out. */
export function LogoutScreen() {
  const state = useActor('session', logoutPage)
  const customer = useActor('session', ({ context }) => context.customer)
  const wasLoggedIn = useActor('shop', ({ context }) => hasLoggedOut(context))
  const send = useSend('session')
  const logOut = () => {
    send({ type: 'session.logOut' })
    // the button has been removed by then: the page is rendered from scratch for the next shopper
    queueMicrotask(() => document.querySelector('h1')?.focus())
  }
  return (
    <>
      <PageTitle text={titleAt('/auth/logout')} />
      <Breadcrumb trail={[{ name: 'Logout' }]} />
      <section className="panel" role="status" aria-busy={state === 'loggingIn' || undefined}>
        <EmptyState
          level={1}
          heading={
            customer
              ? `You are logged in as ${customer.firstName} ${customer.lastName}.`
              : state === 'loggingIn'
                ? 'Logging in …'
                : wasLoggedIn
                  ? 'You have been logged out.'
                  : 'You are not logged in.'
          }
          action={
            <>
              {customer && (
                <Button variant="go" size="big" onClick={logOut}>
                  Logout
                </Button>
              )}
              <ButtonLink variant={customer ? 'line' : 'go'} size="big" href={homePath}>
                Continue Shopping
              </ButtonLink>
            </>
          }
        >
          {state === 'loggedOut' && wasLoggedIn && 'Your cart is kept for your next login.'}
        </EmptyState>
      </section>
    </>
  )
}
