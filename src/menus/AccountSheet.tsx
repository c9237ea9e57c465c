import { greetingOf, type Greeted } from './greeting.ts'
import { MenuItem } from './MenuItem.tsx'
import styles from './AccountMenu.module.css'

interface Props {
  /** Null for guests. */
  customer: Greeted | null
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

/** The content of the account's dropdown: login and registration, or the account's pages and logout. */
export function AccountSheet({ customer, onClose }: Props) {
  return (
    <div className={styles.sheet}>
      {customer && <p className={styles.greeting}>{greetingOf(customer)}</p>}
      <ul>
        {(customer ? customerLinks : visitorLinks).map(({ name, to, icon }) => (
          <MenuItem key={to} name={name} to={to} icon={icon} onFollow={onClose} />
        ))}
      </ul>
    </div>
  )
}
