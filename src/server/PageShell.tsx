import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { homePath, isLazy, pageOf, pages, titleAt, type PageName, type Path } from '#contract/paths'
import { ProductGridSkeleton } from '../catalogue/ProductGrid.tsx'
import { CartSkeleton } from '../cart/CartSkeleton.tsx'
import cart from '../cart/CartScreen.module.css'
import checkout from '../checkout/CheckoutScreen.module.css'
import { CheckoutSkeleton } from '../checkout/CheckoutSkeleton.tsx'
import entry from '../form/EntryPage.module.css'
import { AccountFrame } from '../layout/AccountFrameScreen.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import header from '../layout/Header.module.css'
import { linkTo } from '../menus/links.ts'
import { ProductSkeleton } from '../product/ProductSkeleton.tsx'
import registration from '../registration/RegistrationScreen.module.css'
import login from '../session/LoginScreen.module.css'
import { NewHere } from '../session/NewHere.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/*
 * The pages of one shopper before the browser renders them: their headings and layout, with skeletons of their contents.
 * Only the server renders these; the browser keeps the HTML until the page is rendered.
 */

interface Shell {
  /** Completes 'Please turn on JavaScript to'. */
  purpose: string
  Content: (props: { title: string; path: Path }) => ReactNode
}

/** The shell of the page at the current location; nothing for pages whose code is in the first load, which render themselves. */
export function PageShell() {
  const path = useLocation().pathname as Path
  const page = pageOf(path)
  if (!isLazy(page)) return null
  const { purpose, Content } = shellOf(page)
  const { access } = pages[page]
  return (
    <div data-shell={purpose}>
      {access && <style>{headersForOthers[access]}</style>}
      <Content title={titleAt(path)} path={path} />
    </div>
  )
}

/**
 * On a phone the search is a row of the header, and the account area has none. A shopper who may not see this page is redirected
 * to one with the other header: its height is used from the start. `data-login`: see mark-login.ts.
 */
const headersForOthers = {
  customers: `@media (max-width: 767px) { html:not([data-login]) .${header.gap} { display: block; grid-column: 1 / -1; block-size: 48px; margin-block-end: 10px } }`,
  guests: `@media (max-width: 767px) { html[data-login] .${header.search} { display: none } }`,
}

/** Everything below the heading; without JavaScript, a hint. */
function Body({ children }: { children: ReactNode }) {
  const { purpose } = shellOf(pageOf(useLocation().pathname))
  return (
    <>
      <noscript>
        <section className="panel stack" data-needs-script>
          <p>{`Please turn on JavaScript to ${purpose}.`}</p>
          <p>
            <ButtonLink variant="go" href={homePath}>
              Browse products
            </ButtonLink>
          </p>
        </section>
      </noscript>
      <div data-skeleton aria-busy="true">
        {children}
      </div>
    </>
  )
}

/** Labels and fields of a form. @param spans - columns of the twelve that each takes */
const Fields = ({ spans }: { spans: readonly number[] }) => (
  <div className="form">
    {Array.from({ length: spans.length }, (_, at) => (
      <div key={at} data-span={spans[at]}>
        <Skeleton width="96px" height="14px" />
        <div style={{ marginBlockStart: 9 }}>
          <Skeleton shape="block" height="48px" />
        </div>
      </div>
    ))}
  </div>
)

const WideButton = () => <Skeleton shape="pill" height="54px" />

const person = [6, 6, 6, 6]
const address = [12, 6, 6, 12, 12, 8, 4]

const Cart: Shell['Content'] = ({ title }) => (
  <div className={cart.page}>
    <Breadcrumb trail={[{ name: title }]} />
    <h1 tabIndex={-1}>{title}</h1>
    <Body>
      <CartSkeleton />
    </Body>
  </div>
)

const Checkout: Shell['Content'] = ({ title }) => (
  <div className={checkout.page}>
    <Breadcrumb trail={[{ name: 'Shopping Cart', to: '/cart' }, { name: title }]} />
    <div className={checkout.head}>
      <h1 tabIndex={-1}>{title}</h1>
    </div>
    <Body>
      <CheckoutSkeleton />
    </Body>
  </div>
)

const Receipt: Shell['Content'] = ({ title }) => (
  <div className={checkout.page}>
    <h1 className="vh" tabIndex={-1}>
      {title}
    </h1>
    <Body>
      <Message />
    </Body>
  </div>
)

const Logout: Shell['Content'] = ({ title }) => (
  <>
    <Breadcrumb trail={[{ name: title }]} />
    <h1 className="vh" tabIndex={-1}>
      {title}
    </h1>
    <Body>
      <Message />
    </Body>
  </>
)

const Message = () => (
  <section className="panel stack">
    <Skeleton width="min(320px, 80%)" height="28px" />
    <Skeleton width="min(420px, 100%)" />
    <Skeleton shape="pill" width="180px" height="54px" />
  </section>
)

const Login: Shell['Content'] = ({ title }) => (
  <div className={entry.page} data-width="middle">
    <Breadcrumb trail={[{ name: title }]} />
    <div className={login.ways}>
      <section className={`panel ${login.form}`}>
        <h1 tabIndex={-1}>{title}</h1>
        <Body>
          <div className="stack-6">
            <Fields spans={[12, 12]} />
            <WideButton />
            <Skeleton width="170px" />
          </div>
        </Body>
      </section>
      <NewHere />
    </div>
  </div>
)

const Register: Shell['Content'] = ({ title }) => (
  <div className={entry.page}>
    <Breadcrumb trail={[{ name: title }]} />
    <div className={registration.head}>
      <h1 tabIndex={-1}>{title}</h1>
    </div>
    <Body>
      <div className={registration.columns}>
        <div className="stack">
          <section className="panel stack">
            <h2>Personal details</h2>
            <Fields spans={person} />
          </section>
          <section className="panel">
            <h2>Password</h2>
            <Fields spans={[6, 6]} />
          </section>
        </div>
        <div className="stack">
          <section className="panel">
            <h2>Address</h2>
            <Fields spans={address} />
          </section>
          <section className="panel stack">
            <Skeleton width="70%" height="20px" />
            <WideButton />
          </section>
        </div>
      </div>
    </Body>
  </div>
)

/** The password pages: one narrow panel. @param crumb - the page's name in the breadcrumb */
const narrow =
  (crumb: string, spans: readonly number[], lead?: ReactNode): Shell['Content'] =>
  ({ title }) => (
    <div className={entry.page} data-width="narrow">
      <Breadcrumb trail={[{ name: 'Login', to: '/auth/login' }, { name: crumb }]} />
      <section className="panel stack-6">
        <h1 tabIndex={-1}>{title}</h1>
        <Body>
          <div className="stack-6">
            <span>{lead}</span>
            <Fields spans={spans} />
            <WideButton />
          </div>
        </Body>
      </section>
    </div>
  )

/** A page of the account area. @param isForm - its content is as narrow as a form */
const account =
  (content: ReactNode, isForm = false): Shell['Content'] =>
  ({ path }) => (
    <AccountFrame page={linkTo(path)} narrow={isForm}>
      <Body>{content}</Body>
    </AccountFrame>
  )

const form = (spans: readonly number[]) => (
  <section className="panel stack-6">
    <Fields spans={spans} />
    <Skeleton shape="pill" width="140px" height="54px" />
  </section>
)

const orders = (
  <div className="stack">
    {[1, 2, 3].map(order => (
      <Skeleton key={order} shape="block" height="72px" />
    ))}
  </div>
)

const Favourites: Shell['Content'] = ({ title }) => (
  <>
    <Breadcrumb trail={[{ name: title }]} />
    <div className="stack">
      <h1 tabIndex={-1}>{title}</h1>
      <Body>
        <ProductGridSkeleton layout="grid" />
      </Body>
    </div>
  </>
)

const Lists: Shell['Content'] = ({ title }) => {
  const all = { name: titleAt('/main/lists'), to: '/main/lists' }
  return (
    <>
      <Breadcrumb trail={title === all.name ? [all] : [all, { name: title }]} />
      <div className="stack">
        <h1 tabIndex={-1}>{title}</h1>
        <Body>
          <Skeleton shape="block" height="72px" />
        </Body>
      </div>
    </>
  )
}

const shells: Partial<Record<PageName, Shell>> = {
  cart: { purpose: 'use your cart', Content: Cart },
  checkout: { purpose: 'check out', Content: Checkout },
  receipt: { purpose: 'see your receipt', Content: Receipt },
  register: { purpose: 'create an account', Content: Register },
  login: { purpose: 'log in', Content: Login },
  logout: { purpose: 'log out', Content: Logout },
  forgotten: {
    purpose: 'reset your password',
    Content: narrow('Forgotten password', [12], <Skeleton width="90%" />),
  },
  reset: { purpose: 'choose a new password', Content: narrow('New password', [12, 12]) },
  account: { purpose: 'see your account', Content: account(<Skeleton shape="block" height="220px" />) },
  profile: { purpose: 'edit your account', Content: account(form(person), true) },
  password: { purpose: 'change your password', Content: account(form([12, 12, 12]), true) },
  billing: { purpose: 'edit your address', Content: account(form(address), true) },
  delivery: { purpose: 'edit your addresses', Content: account(form(address), true) },
  orders: { purpose: 'see your orders', Content: account(orders) },
  favourites: { purpose: 'see your favourites', Content: Favourites },
  lists: { purpose: 'see your shopping lists', Content: Lists },
  // of a static host only: the gateway renders these whole
  product: { purpose: 'see this product', Content: ProductSkeleton },
}

/** The shell of a page that has none of its own. */
const plainShell: Shell = {
  purpose: 'use this page',
  Content: ({ title }) => (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <Body>
        <Message />
      </Body>
    </>
  ),
}

const shellOf = (page: PageName): Shell => shells[page] ?? plainShell
