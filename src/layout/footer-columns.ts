import { accountLinks, allBrands, home, legalLinks, topLinks, type NamedAddress } from './links.ts'

/** The links in the foot of every page, under their headings. */
export const footColumns: readonly { heading: string; links: readonly NamedAddress[] }[] = [
  {
    heading: 'Shop',
    links: [
      { name: 'Features', to: home },
      { name: 'All Brands', to: allBrands },
      { name: 'Shopping Cart', to: '/cart' },
    ],
  },
  { heading: 'Help', links: topLinks.slice(1) },
  { heading: 'Your account', links: [{ name: 'My Account', to: '/manage-account' }, ...accountLinks.orders] },
  { heading: 'Legal', links: legalLinks },
]
