import { useLocation } from 'react-router-dom'
import { Icon } from '../ui/Icon.tsx'
import { topLinks } from '../menus/links.ts'
import { sheetIntent } from '../menus/sheet-intent.ts'
import { HeaderStart } from './served-parts.ts'
import styles from './Header.module.css'
import type { Elements } from '../ui/elements.ts'

interface Props {
  /** The side menu of small screens is open. */
  open: boolean
  onToggle: () => void
  /** Null in the account area, whose header has no product search. */
  search: Elements
  account: Elements
  cart: Elements
}

/** The sticky header of every page: menu, name, search, account, cart, links. */
export function Header({ open, onToggle, search, account, cart }: Props) {
  const { pathname, search: query } = useLocation()
  const here = query.includes('by=search') ? null : pathname
  return (
    <header className={styles.header} data-screen-only>
      <div className="wrap">
        <div className={styles.row}>
          <button
            type="button"
            className={styles.tool}
            aria-label="Menu"
            aria-expanded={open}
            aria-haspopup="dialog"
            onClick={onToggle}
            {...sheetIntent}
          >
            <Icon of="menu" size="large" />
          </button>
          <HeaderStart />
          {/* in the checkout it opens from a button of HeaderStart, and the rest is styled by src/checkout/enclosed-layout.css */}
          <div
            className={search ? styles.search : styles.gap}
            id="search"
            popover={pathname === '/check-out' ? 'auto' : undefined}
          >
            {search}
          </div>
          <div className={styles.tools}>
            <a className={styles.tool} href="/main/contact-us" aria-label="Contact Us">
              <Icon of="headset" size="large" />
            </a>
            {account}
            {cart}
          </div>
        </div>
        <nav className={styles.links} aria-label="Main">
          <ul>
            {topLinks.map(({ name, to }) => (
              <li key={to}>
                <a href={to} aria-current={to === here ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  )
}
