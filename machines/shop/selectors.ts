import { pageOf, type PageName } from '#contract/paths'
import type { ShopContext } from './shop-setup.ts'

/** Whether a customer has logged out in this visit, before a reload too. Each logout is counted in the prefix of the keys. */
export const hasLoggedOut = ({ flow }: Pick<ShopContext, 'flow'>): boolean => flow.includes('~')

const withSideMenu: PageName[] = ['list', 'product', 'brands', 'information']

/** The page that the layout is for: the shown one; the first page has its layout before it is shown. */
export const layoutPage = ({ shown, asked }: Pick<ShopContext, 'shown' | 'asked'>): PageName =>
  pageOf((shown ?? asked)?.pathname ?? '')

/** Whether the page has a side menu on wide screens: the content is then 9 of 12 wide. */
export const hasSideMenu = (context: Pick<ShopContext, 'shown' | 'asked'>): boolean =>
  withSideMenu.includes(layoutPage(context))
