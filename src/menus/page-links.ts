import type { Path } from '#contract/paths'
import { linkTo, type NamedLink } from './links.ts'

/* Links of the menus that load on intent, and of the footer. Separate from those of the header, which are in the first load. */

/** The pages of the account area, by group. */
export const accountLinks = {
  account: [
    { name: 'Edit Account', to: '/manage-account/modify-account' satisfies Path },
    linkTo('/manage-account/change-password'),
    linkTo('/manage-account/modify-address'),
    linkTo('/manage-account/modify-delivery-address'),
  ],
  orders: [linkTo('/manage-order/current-order'), linkTo('/manage-order/history-order')],
} as const satisfies Record<string, readonly NamedLink[]>

/** Terms, privacy and accessibility. */
export const legalLinks: readonly NamedLink[] = [
  linkTo('/main/terms-conditions'),
  linkTo('/main/privacy-policy'),
  linkTo('/main/accessibility'),
]
