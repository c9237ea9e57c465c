import { useLocation } from 'react-router-dom'
import type { CartLine } from '#contract/cart'
import { Icon } from '../ui/Icon.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { home, topLinks } from './addresses.ts'
import { CartMenu } from './CartMenu.tsx'
import type { Greeted } from './greeting.ts'
import { sheetIntent } from './laterSheets.ts'
import { Search } from './Search.tsx'
import { Wordmark } from './served.ts'
import styles from './Header.module.css'

/** What drops or slides open from the header; one at a time. */
export type HeaderMenu = 'drawer' | 'account' | 'cart'

interface Props {
  /** Null where the header has no product search: the account area. */
  search: string | null
  customer: Greeted | null
  lines: readonly CartLine[]
  open: HeaderMenu | null
  onSearchType: (text: string) => void
  onSearch: () => void
  onToggle: (menu: HeaderMenu) => void
  onClose: () => void
  onRemove: (line: CartLine) => void
}

/** The head of every page, at hand while scrolling: menu, name, search, account, cart, links. */
export function Header(props: Props) {
  const { search, customer, lines, open, onToggle, onClose } = props
  const { pathname, search: query } = useLocation()
  const here = query.includes('by=search') ? null : pathname === '/' ? home : pathname
  return (
    <header className={styles.header} data-screen-only>
      <div className="wrap">
        <div className={styles.row}>
          <button
            type="button"
            className={styles.tool}
            aria-label="Menu"
            aria-expanded={open === 'drawer'}
            aria-haspopup="dialog"
            onClick={() => onToggle('drawer')}
            {...sheetIntent}
          >
            <Icon of="menu" size="large" />
          </button>
          <Wordmark />
          {search === null ? (
            <span className={styles.gap} />
          ) : (
            <div className={styles.search}>
              <Search text={search} onType={props.onSearchType} onSubmit={props.onSearch} />
            </div>
          )}
          <div className={styles.tools}>
            <a className={styles.tool} href="/main/contact-us" aria-label="Contact Us">
              <Icon of="headset" size="large" />
            </a>
            <AccountMenu
              customer={customer}
              open={open === 'account'}
              onToggle={() => onToggle('account')}
              onClose={onClose}
            />
            <CartMenu
              lines={lines}
              open={open === 'cart'}
              onToggle={() => onToggle('cart')}
              onClose={onClose}
              onRemove={props.onRemove}
            />
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
