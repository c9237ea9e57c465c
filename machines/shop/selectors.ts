import { pageOf, type PageName } from '#contract/paths'
import type { ShopContext } from './shop-setup.ts'

/** Whether a customer has logged out in this visit, before a reload too. Each logout is counted in the prefix of the keys. */
export const hasLoggedOut = ({ visitId }: Pick<ShopContext, 'visitId'>): boolean => visitId.includes('~')

const withSideMenu: PageName[] = ['list', 'product', 'brands', 'information', 'shipping']

/** The page that the layout is for: the shown one; the first page has its layout before it is shown. */
export const layoutPage = ({ shown, requestedLocation }: Pick<ShopContext, 'shown' | 'requestedLocation'>): PageName =>
  pageOf((shown ?? requestedLocation)?.pathname ?? '')

/** Whether the page has a side menu on wide screens: the content is then 9 of 12 wide. An unknown page has none. */
export const hasSideMenu = (context: Pick<ShopContext, 'shown' | 'requestedLocation'>): boolean =>
  (context.shown ?? context.requestedLocation) !== null && withSideMenu.includes(layoutPage(context))
