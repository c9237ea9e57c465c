import { IconButton } from '../ui/IconButton.tsx'
import type { IconName } from '../ui/icons.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { linkTo, topLinks, type NamedLink } from './links.ts'
import { accountLinks } from './page-links.ts'
import { BrandChips } from './BrandChips.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import type { Greeted } from './greeting.ts'
import { MenuItem } from './MenuItem.tsx'
import { MenuShelf } from './MenuShelf.tsx'
import type { Aisles } from './SideMenu.tsx'
import { Wordmark } from '../store/Wordmark.tsx'
import styles from './Drawer.module.css'

interface Props extends Aisles {
  open: boolean
  customer: Greeted | null
  onClose: () => void
  onToggleCategory: (id: number) => void
  onRetry: () => void
}

const icons: Record<string, IconName> = {
  'Edit Account': 'user-round-pen',
  'Change Password': 'key-round',
  'Modify Billing Address': 'credit-card',
  'Modify Delivery Address': 'map-pinned',
  'Current Order': 'truck',
  'Order History': 'history',
  Favourites: 'heart',
  Register: 'user-round-plus',
  Login: 'log-in',
  Logout: 'log-out',
}
const visitorLinks = [
  { name: 'Register', to: '/main/register' },
  { name: 'Login', to: '/auth/login' },
]

/** The side menu of small screens: aisles, brands, account and pages, over the page. */
export function Drawer({ open, customer, onClose, onToggleCategory, onRetry, ...aisles }: Props) {
  const { categories, brands, expanded, current } = aisles
  return (
    <Sheet variant="start" label="Menu" open={open} onClose={onClose} within="(max-width: 1024px)">
      <header className={styles.head}>
        <Wordmark onFollow={onClose} />
        <IconButton label="Close menu" of="x" size="large" onClick={onClose} />
      </header>
      <section className={styles.part}>
        <h2>CATEGORY</h2>
        <MenuShelf name="categories" shelf={categories} shape="rows" onRetry={onRetry}>
          <CategoryTree
            id="drawer"
            categories={categories.items}
            expanded={expanded}
            current={current.category}
            onToggle={onToggleCategory}
            onFollow={onClose}
          />
        </MenuShelf>
      </section>
      <section className={styles.part}>
        <h2>BRAND</h2>
        <MenuShelf name="brands" shelf={brands} shape="chips" onRetry={onRetry}>
          <BrandChips brands={brands.items} current={current.brand} onFollow={onClose} />
        </MenuShelf>
      </section>
      <Part links={[linkTo('/main/favourites')]} onFollow={onClose} />
      {customer ? (
        <>
          <Part heading="My Account" links={accountLinks.account} onFollow={onClose} />
          <Part
            heading="My Order"
            links={[...accountLinks.orders, { name: 'Logout', to: '/auth/logout' }]}
            onFollow={onClose}
          />
        </>
      ) : (
        <Part heading="My Account" links={visitorLinks} onFollow={onClose} />
      )}
      <Part links={topLinks} onFollow={onClose} />
    </Sheet>
  )
}

interface PartProps {
  heading?: string
  links: readonly NamedLink[]
  onFollow: () => void
}

function Part({ heading, links, onFollow }: PartProps) {
  return (
    <section className={styles.part}>
      {heading && <h2>{heading}</h2>}
      <ul>
        {links.map(({ name, to }) => (
          <MenuItem key={to} name={name} to={to} icon={icons[name]} onFollow={onFollow} />
        ))}
      </ul>
    </section>
  )
}
