import socialMarks from '../assets/social.svg'
import { Icon } from '../ui/Icon.tsx'
import { store } from '../store.ts'
import { accountLinks, allBrands, home, legalLinks, topLinks, type NamedAddress } from './addresses.ts'
import { Wordmark } from './Wordmark.tsx'
import styles from './Footer.module.css'

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

/** What stands in the foot of every page: the same everywhere, for everybody. */
export function Foot() {
  return (
    <>
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
                  <a href={to}>{name}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <End />
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
