import { brandsPath, homePath } from '#contract/paths'
import { topLinks, type NamedLink } from '../menus/links.ts'
import { accountLinks, legalLinks } from '../menus/page-links.ts'

/** The footer's links, by heading. */
export const footColumns: readonly { heading: string; links: readonly NamedLink[] }[] = [
  {
    heading: 'Shop',
    links: [
      { name: 'Features', to: homePath },
      { name: 'All Brands', to: brandsPath },
      { name: 'Favourites', to: '/main/favourites' },
      { name: 'Shopping Cart', to: '/cart' },
    ],
  },
  { heading: 'Help', links: topLinks.slice(1) },
  { heading: 'Your account', links: [{ name: 'My Account', to: '/manage-account' }, ...accountLinks.orders] },
  { heading: 'Legal', links: legalLinks },
]
