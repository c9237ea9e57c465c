import { officePaths } from '#machines/office/office'
import { Boundary } from '../system/Boundary.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { BoardPage } from './BoardPage.tsx'
import { ChangesPage } from './ChangesPage.tsx'
import { FiguresPage } from './FiguresPage.tsx'
import { GoodsPage } from './GoodsPage.tsx'
import { ImportPage } from './ImportPage.tsx'
import { LoginPage } from './LoginPage.tsx'
import { OfficeHeader } from './OfficeHeader.tsx'
import { OrderPage } from './OrderPage.tsx'
import { ProductPage } from './ProductPage.tsx'
import { SettingPage } from './SettingPage.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { OneMoment } from './OneMoment.tsx'
import { OfficeTitle } from './OfficeTitle.tsx'
import { useOffice, useOfficeSend, type OfficeSnapshot } from './system.tsx'
import styles from './OfficeApp.module.css'

/** The office: the login, or the page of the path. */
export function OfficeApp() {
  const isLoggedIn = useOffice('office', snapshot => snapshot.matches('loggedIn'))
  const path = useOffice('office', ({ context }) => context.path)
  return (
    <div className={styles.office}>
      <Boundary of={path} error={<BrokenHeader />}>
        <OfficeHeader />
      </Boundary>
      <main className={`wrap ${styles.main}`}>
        <Boundary of={path} error={<BrokenPage />}>
          {isLoggedIn ? <Page /> : <Entry />}
        </Boundary>
      </main>
    </div>
  )
}

/** Shown instead of the bar that could not be rendered twice. */
const BrokenHeader = () => (
  <p className="wrap row" role="alert">
    <span>A part of this page couldn’t be shown.</span>
    <a className="textlink" href={officePaths.board}>
      Go to the orders
    </a>
  </p>
)

/** Shown instead of a page that could not be rendered twice. What it was sending goes on. */
const BrokenPage = () => (
  <FailedLoad heading="This page couldn’t be shown" onRetry={() => location.reload()}>
    <p>Something went wrong on our side.</p>
  </FailedLoad>
)

/** Before a login: the login, or what is in progress. */
function Entry() {
  const isLoggingIn = useOffice('office', snapshot => snapshot.matches('loggingIn'))
  const isUnreachable = useOffice('office', snapshot => snapshot.matches('unreachable'))
  const send = useOfficeSend('office')
  if (isLoggingIn) return <LoginPage />
  if (isUnreachable)
    return (
      <FailedLoad heading="The office can’t be reached" onRetry={() => send({ type: 'office.retry' })}>
        <p>Please check the connection.</p>
      </FailedLoad>
    )
  return <OneMoment />
}

const pages = ['board', 'order', 'goods', 'product', 'changes', 'settings', 'setting', 'import', 'figures'] as const

const pageOf = (snapshot: OfficeSnapshot<'office'>) =>
  pages.find(page => snapshot.matches({ loggedIn: { page } })) ?? 'notFound'

/** The page of the path. Another order, product or setting is another page. */
function Page() {
  const page = useOffice('office', pageOf)
  const path = useOffice('office', ({ context }) => context.path)
  if (page === 'board') return <BoardPage />
  if (page === 'order') return <OrderPage key={path} />
  if (page === 'goods') return <GoodsPage />
  if (page === 'product') return <ProductPage key={path} />
  if (page === 'settings') return <SettingsPage key={path} />
  if (page === 'setting') return <SettingPage key={path} />
  if (page === 'import') return <ImportPage />
  if (page === 'figures') return <FiguresPage />
  return page === 'changes' ? <ChangesPage /> : <PageNotFound />
}

const PageNotFound = () => (
  <section className="panel">
    <OfficeTitle text="Page not found" />
    <EmptyState
      level={1}
      heading="We can’t find that page"
      action={
        <a className="textlink" href="/office">
          Go to the orders
        </a>
      }
    />
  </section>
)
