import { Dropdown } from '../ui/Dropdown.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import styles from './AccountMenu.module.css'

/** Who is logged in, as far as the layout needs to know. */
export interface Greeted {
  firstName: string
  lastName: string
}

interface Props {
  /** Null for visitors. */
  customer: Greeted | null
  open: boolean
  onToggle: () => void
  onClose: () => void
}

const visitorLinks = [
  { name: 'Register', to: '/main/register', icon: 'user-round-plus' },
  { name: 'Login', to: '/auth/login', icon: 'log-in' },
] as const
const customerLinks = [
  { name: 'My Account', to: '/manage-account', icon: 'user-round' },
  { name: 'Logout', to: '/auth/logout', icon: 'log-out' },
] as const

/** The account, as a dropdown; on a phone a visitor's is a plain way to the login. */
export function AccountMenu({ customer, open, onToggle, onClose }: Props) {
  const greeting = customer ? `Welcome, ${customer.firstName} ${customer.lastName}` : 'Welcome'
  const menu = (
    <Dropdown
      id="account-menu"
      label="Account"
      open={open}
      onToggle={onToggle}
      onClose={onClose}
      button={
        <>
          <Icon of="circle-user-round" size="large" />
          <span className={styles.words}>
            <small>{greeting}</small> <b>{customer ? 'My Account' : 'Account'}</b>
          </span>
          <span className={styles.arrow}>
            <Icon of="chevron-down" size="small" />
          </span>
        </>
      }
    >
      <div className={styles.sheet}>
        {customer && <p className={styles.greeting}>{greeting}</p>}
        <ul>
          {(customer ? customerLinks : visitorLinks).map(({ name, to, icon }) => (
            <li key={to}>
              <Link className={styles.item} to={to} onClick={onClose}>
                <Icon of={icon} />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Dropdown>
  )
  if (customer) return menu
  return (
    <>
      <Link className={styles.login} to="/auth/login" aria-label="Login">
        <Icon of="circle-user-round" size="large" />
      </Link>
      <div className={styles.wide}>{menu}</div>
    </>
  )
}
