import { homePath, titleAt, type Path } from '#contract/paths'

/** A link and its text. */
export interface NamedLink {
  name: string
  to: string
}

/** A link named like its page. */
export const linkTo = (to: Path): NamedLink => ({ name: titleAt(to), to })

/** The links in the header; the drawer and the footer repeat them. */
export const topLinks: readonly NamedLink[] = [
  { name: 'Home', to: homePath },
  linkTo('/main/delivery-info'),
  linkTo('/main/faq'),
  linkTo('/main/contact-us'),
  linkTo('/main/about-us'),
]

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
