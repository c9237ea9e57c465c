import { titleAt } from '#contract/paths'
import storefront from '../assets/storefront.svg'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { store } from '../store/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './ContactPage.module.css'

const ways = [
  { name: 'Phone', text: store.phone, href: store.phoneLink, icon: 'phone' },
  { name: 'Email', text: store.email, href: `mailto:${store.email}`, icon: 'mail' },
  { name: 'Shop', text: store.streetAddress, href: null, icon: 'map-pin' },
] as const
const answers = [
  { name: 'Shipping', to: '/main/delivery-info', icon: 'truck' },
  { name: 'FAQ', to: '/main/faq', icon: 'circle-question-mark' },
] as const

/** The store's contact details and opening hours. */
export function ContactPage() {
  return (
    <div className={styles.frame}>
      <PageTitle text={titleAt('/main/contact-us')} />
      <Breadcrumb trail={[{ name: 'Contact Us' }]} />
      <div className={styles.contact}>
        <div className={styles.text}>
          <h1 tabIndex={-1}>Contact Us</h1>
          <p className={styles.lead}>Visit, call or email us. We’re glad to help, before and after you order.</p>
          <ul className={styles.ways}>
            {ways.map(({ name, text, href, icon }) => (
              <li key={name}>
                <Icon of={icon} />
                <div>
                  <small>{name}</small>
                  {href === null ? <address>{text}</address> : <a href={href}>{text}</a>}
                </div>
              </li>
            ))}
          </ul>
        </div>
        <img
          className={styles.picture}
          src={storefront}
          width="760"
          height="560"
          alt="The shop: a green and cream awning, two lanterns, crates of fruit in front"
        />
      </div>
      <div className={styles.more}>
        <section className="panel">
          <h2>Opening hours</h2>
          <table className={styles.hours}>
            <tbody>
              {store.hoursByDay.map(({ day, hours }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td className="num">{hours}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section className="panel stack">
          <h2>About an order?</h2>
          <p className="muted">Have your order number ready: it’s on your confirmation.</p>
          <ul>
            {answers.map(({ name, to, icon }) => (
              <li key={to}>
                <a className={styles.way} href={to}>
                  <Icon of={icon} />
                  <span>{name}</span>
                  <Icon of="chevron-right" size="small" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
