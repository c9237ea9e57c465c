import type { ReactNode } from 'react'
import socialMarks from '../assets/social.svg'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { ScrollToTop } from '../ui/ScrollToTop.tsx'
import { store } from '../store.ts'
import { accountLinks, allBrands, home, legalLinks, topLinks, type NamedAddress } from './addresses.ts'
import { Wordmark } from './Wordmark.tsx'
import styles from './Footer.module.css'

interface Props {
  /** The newsletter's sign-up. */
  newsletter: ReactNode
  /** Saves what happened on this page as a file; without it the link is left out. */
  onReport?: () => void
}

const columns: readonly { heading: string; links: readonly NamedAddress[] }[] = [
  {
    heading: 'Shop',
    links: [
      { name: 'Features', to: home },
      { name: 'All Brands', to: allBrands },
      { name: 'Shopping Cart', to: '/cart' },
    ],
  },
  { heading: 'Help', links: topLinks.slice(1) },
  { heading: 'Your account', links: [{ name: 'My Account', to: '/manage-account' }, ...accountLinks.orders] },
  { heading: 'Legal', links: legalLinks },
]

/** The foot of every page, under the shop's awning. */
export function Footer({ newsletter, onReport }: Props) {
  return (
    <>
      <footer className={styles.footer} data-screen-only>
        <div className="wrap">
          {newsletter}
          <div className={styles.columns}>
            <div className={styles.store}>
              <Wordmark />
              <p>{store.streetAddress}</p>
              <p>{store.openingHours}</p>
              <p>
                <a href={`mailto:${store.email}`}>
                  <Icon of="mail" size="small" />
                  {store.email}
                </a>
              </p>
            </div>
            {columns.map(({ heading, links }) => (
              <nav key={heading} aria-label={heading}>
                <h3>{heading}</h3>
                <ul>
                  {links.map(({ name, to }) => (
                    <li key={to}>
                      <Link to={to}>{name}</Link>
                    </li>
                  ))}
                  {heading === 'Help' && onReport && (
                    <li>
                      <button type="button" onClick={onReport}>
                        Report a problem
                      </button>
                    </li>
                  )}
                </ul>
              </nav>
            ))}
          </div>
          <End />
        </div>
      </footer>
      <ScrollToTop />
    </>
  )
}

function End() {
  return (
    <div className={styles.end}>
      <ul className={styles.payments} aria-label="Accepted payments">
        {store.payments.map(name => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <ul className={styles.social}>
        {store.socialLinks.map(({ name, url }) => (
          <li key={name}>
            <a href={url} aria-label={name} rel="noopener">
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <use href={`${socialMarks}#${name}`} />
              </svg>
            </a>
          </li>
        ))}
      </ul>
      <p>{store.name}</p>
    </div>
  )
}
