import { listAddress } from '#machines/shop/location'

/** Where the layout's links lead, and what they are called. */
export interface NamedAddress {
  name: string
  to: string
}

export const home = '/main/product-list/0'
export const allBrands = '/main/brands'

/** The list of a category's products. */
export const categoryAddress = (categoryId: number): string =>
  listAddress({ criteria: 'category', categoryId, brandId: 0 })

/** The list of a brand's products. */
export const brandAddress = (brandId: number): string => listAddress({ criteria: 'brand', categoryId: 0, brandId })

/** The links in the header; the drawer and the footer repeat them. */
export const topLinks: readonly NamedAddress[] = [
  { name: 'Home', to: home },
  { name: 'Shipping', to: '/main/delivery-info' },
  { name: 'FAQ', to: '/main/faq' },
  { name: 'Contact Us', to: '/main/contact-us' },
  { name: 'About Us', to: '/main/about-us' },
]

/** The pages of the account area, group by group. */
export const accountLinks = {
  account: [
    { name: 'Edit Account', to: '/manage-account/modify-account' },
    { name: 'Change Password', to: '/manage-account/change-password' },
    { name: 'Modify Billing Address', to: '/manage-account/modify-address' },
    { name: 'Modify Delivery Address', to: '/manage-account/modify-delivery-address' },
  ],
  orders: [
    { name: 'Current Order', to: '/manage-order/current-order' },
    { name: 'Order History', to: '/manage-order/history-order' },
  ],
} as const satisfies Record<string, readonly NamedAddress[]>

/** Small print. */
export const legalLinks: readonly NamedAddress[] = [
  { name: 'Terms & Conditions', to: '/main/terms-conditions' },
  { name: 'Privacy Policy', to: '/main/privacy-policy' },
]
