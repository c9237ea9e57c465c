import socialMarks from '../assets/social.svg'
import { ForgetButton } from '../ui/ForgetButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { store } from '../store/store.ts'
import { footColumns } from './footer-columns.ts'
import { Wordmark } from '../store/Wordmark.tsx'
import { PaymentMark } from './PaymentMark.tsx'
import styles from './Footer.module.css'

/** The footer, the same on every page. */
export function StaticFooter() {
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
        {footColumns.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h3>{heading}</h3>
            <ul>
              {links.map(({ name, to }) => (
                <li key={to}>
                  <a href={to}>{name}</a>
                </li>
              ))}
              {heading === 'Help' && (
                <li>
                  <button
                    type="button"
                    data-report
                    data-failed="The report could not be opened: its code could not be loaded. Check your connection. Try again?"
                  >
                    Report a problem
                  </button>
                </li>
              )}
              {heading === 'Your account' && (
                <li>
                  <ForgetButton />
                </li>
              )}
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
        <PaymentMark kind="cash" name="Pay on delivery" />
        {store.payments.map(payment => (
          <PaymentMark key={payment.name} {...payment} />
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
