import { officePaths } from '#machines/office/office'
import { storeName } from '../store/store-name.ts'
import { Button } from '../ui/Button.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './OfficeHeader.module.css'

/** The bar of the office: the store, who is logged in, and 'Sign out'. */
export function OfficeHeader() {
  const isLoggedIn = useOffice('office', snapshot => snapshot.matches('loggedIn'))
  const name = useOffice('office', ({ context }) => context.session?.name ?? '')
  const send = useOfficeSend('office')
  return (
    <header className={styles.bar}>
      <div className={`wrap ${styles.row}`}>
        <a className={styles.title} href="/office">
          <span translate="no">{storeName}</span>
          <b>Office</b>
        </a>
        {isLoggedIn && <OfficeNav />}
        {isLoggedIn && (
          <div className={styles.person}>
            <span translate="no">{name}</span>
            <Button variant="paper" size="small" onClick={() => send({ type: 'session.logOut' })}>
              Sign out
            </Button>
          </div>
        )}
      </div>
    </header>
  )
}

/** The pages of the office. Figures, settings and the list of changes are for owners. */
function OfficeNav() {
  const path = useOffice('office', ({ context }) => context.path)
  const isOwner = useOffice('office', ({ context }) => context.session?.role === 'owner')
  return (
    <nav className={styles.nav} aria-label="Office">
      <a href={officePaths.board} aria-current={path === officePaths.board ? 'page' : undefined}>
        Orders
      </a>
      <a href={officePaths.goods} aria-current={path === officePaths.goods ? 'page' : undefined}>
        Goods
      </a>
      {isOwner && (
        <a href={officePaths.figures} aria-current={path === officePaths.figures ? 'page' : undefined}>
          Figures
        </a>
      )}
      {isOwner && (
        <a href={officePaths.settings} aria-current={path.startsWith(officePaths.settings) ? 'page' : undefined}>
          Settings
        </a>
      )}
      {isOwner && (
        <a href={officePaths.changes} aria-current={path === officePaths.changes ? 'page' : undefined}>
          Changes
        </a>
      )}
    </nav>
  )
}
