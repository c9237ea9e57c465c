import { accountPath } from '#contract/paths'
import { linkTo, type NamedLink } from '../menus/links.ts'
import type { IconName } from '../ui/icons.ts'

/** A link of the side menu with its icon. */
export interface AccountLink extends NamedLink {
  icon: IconName
}

/** The pages of the account area. */
export const pages = {
  account: linkTo(accountPath),
  edit: linkTo('/manage-account/modify-account'),
  password: linkTo('/manage-account/change-password'),
  billing: linkTo('/manage-account/modify-address'),
  delivery: linkTo('/manage-account/modify-delivery-address'),
  current: linkTo('/manage-order/current-order'),
  history: linkTo('/manage-order/history-order'),
}

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
