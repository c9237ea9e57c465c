import { accountAddress } from '#machines/shop/location'
import { accountLinks, type NamedAddress } from '../layout/links.ts'
import type { IconName } from '../ui/icons.ts'

/** A link of the side menu with its icon. */
export interface AccountLink extends NamedAddress {
  icon: IconName
}

const [edit, password, billing, delivery] = accountLinks.account
const [current, history] = accountLinks.orders

/** The pages of the account, each under the name of its heading. */
export const pages = {
  account: { name: 'My Account', to: accountAddress },
  edit: { name: 'Edit Account Information', to: edit.to },
  password,
  billing,
  delivery,
  current,
  history,
} as const satisfies Record<string, NamedAddress>

/** The groups of the account's side menu. */
export const groups: readonly { heading: string; to?: string; links: readonly AccountLink[] }[] = [
  {
    heading: pages.account.name,
    to: pages.account.to,
    links: [
      { ...pages.edit, icon: 'user-round-pen' },
      { ...pages.password, icon: 'key-round' },
      { ...pages.billing, icon: 'credit-card' },
      { ...pages.delivery, icon: 'map-pinned' },
    ],
  },
  {
    heading: 'My Order',
    links: [
      { ...pages.current, icon: 'truck' },
      { ...pages.history, icon: 'history' },
    ],
  },
]
