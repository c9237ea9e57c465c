import { isConfirming, knownLines } from '#machines/cart/selectors'
import { pages } from '#contract/paths'
import { layoutPage } from '#machines/shop/selectors'
import type { MenuName } from '#machines/menus/menus'
import { useActor, useSend } from '../system/actors.tsx'
import { AccountMenu } from '../menus/AccountMenu.tsx'
import { CartMenu } from '../menus/CartMenu.tsx'
import { Header } from './Header.tsx'
import { Search } from '../search/Search.tsx'

/** The header of every page. The parts that change often select their own data, so that the rest does not render again. */
export function HeaderScreen() {
  const { open, onToggle } = useMenu('drawer')
  const isAccount = useActor('shop', ({ context }) => pages[layoutPage(context)].access === 'customers')
  return (
    <Header
      open={open}
      onToggle={onToggle}
      search={isAccount ? null : <SearchScreen />}
      account={<AccountMenuScreen />}
      cart={<CartMenuScreen />}
    />
  )
}

function useMenu(menu: MenuName) {
  const open = useActor('menus', ({ value }) => value.dropdown === menu)
  const send = useSend('menus')
  return {
    open,
    onToggle: () => send({ type: 'menus.toggle', menu }),
    onClose: () => send({ type: 'menus.close' }),
  }
}

function SearchScreen() {
  const text = useActor('search', ({ context }) => context.text)
  const send = useSend('search')
  return (
    <Search
      text={text}
      onType={value => send({ type: 'search.typed', value })}
      onSubmit={() => send({ type: 'search.submit' })}
    />
  )
}

function AccountMenuScreen() {
  const customer = useActor('session', ({ context }) => context.customer)
  return <AccountMenu customer={customer} {...useMenu('account')} />
}

function CartMenuScreen() {
  const lines = useActor('cart', knownLines)
  const isPending = useActor('cart', ({ context }) => isConfirming(context))
  return <CartMenu lines={lines} busy={isPending} {...useMenu('cart')} />
}
