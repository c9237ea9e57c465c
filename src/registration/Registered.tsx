import basket from '../assets/state-empty-cart.svg?no-inline'
import { focusOnMount } from '../form/form-focus.ts'
import { homePath } from '#contract/paths'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

const created = 'Your account has been created'

/** Shown instead of the form after a registration. */
export const Registered = ({ firstName }: { firstName: string }) => (
  <>
    <PageTitle text={created} />
    <Breadcrumb trail={[{ name: 'Register' }]} />
    <section className="panel">
      <EmptyState
        picture={basket}
        level={1}
        heading={created}
        headingRef={focusOnMount}
        action={
          <>
            <ButtonLink variant="go" size="big" href={homePath}>
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
