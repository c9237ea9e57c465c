import { Dropdown } from '../ui/Dropdown.tsx'
import { Icon } from '../ui/Icon.tsx'
import { greetingOf, type Greeted } from './greeting.ts'
import { AccountSheet, sheetIntent } from './sheet-intent.ts'
import styles from './AccountMenu.module.css'

interface Props {
  /** Null for guests. */
  customer: Greeted | null
  open: boolean
  onToggle: () => void
  onClose: () => void
}

/** The account's dropdown; on a phone, a guest gets a link to the login instead. */
export function AccountMenu({ customer, open, onToggle, onClose }: Props) {
  const menu = (
    <Dropdown
      id="account-menu"
      label="Account"
      intent={sheetIntent}
      open={open}
      onToggle={onToggle}
      onClose={onClose}
      button={
        <>
          <Icon of="circle-user-round" size="large" />
          <span className={styles.words}>
            <small>{greetingOf(customer)}</small> <b>{customer ? 'My Account' : 'Account'}</b>
          </span>
          <Icon of="chevron-down" size="small" />
        </>
      }
    >
      <AccountSheet customer={customer} onClose={onClose} />
    </Dropdown>
  )
  if (customer) return menu
  return (
    <>
      <a className={styles.login} href="/auth/login" aria-label="Login">
        <Icon of="circle-user-round" size="large" />
      </a>
      <div className={styles.wide}>{menu}</div>
    </>
  )
}
