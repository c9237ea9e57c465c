import basket from '../assets/state-empty-cart.svg?no-inline'
import { focusOnMount } from '../form/form-focus.ts'
import { home } from '../layout/links.ts'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { store } from '../store/store.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

const created = 'Your account has been created'

/** Shown instead of the form after a registration. */
export const Registered = ({ firstName }: { firstName: string }) => (
  <>
    <title>{`${created} · ${store.name}`}</title>
    <Breadcrumb trail={[{ name: 'Register' }]} />
    <section className="panel">
      <EmptyState
        picture={basket}
        level={1}
        heading={created}
        headingRef={focusOnMount}
        action={
          <>
            <ButtonLink look="go" size="big" href={home}>
              Continue Shopping
            </ButtonLink>
            <ButtonLink size="big" href="/manage-account">
              My Account
            </ButtonLink>
          </>
        }
      >
        <p>
          Welcome, <b>{firstName}</b>!
        </p>
        <p>You can now shop</p>
      </EmptyState>
    </section>
  </>
)
