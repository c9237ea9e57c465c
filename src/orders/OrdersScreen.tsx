import { useActor } from '../system/actors.tsx'
import { AccountFrameScreen } from '../layout/AccountFrameScreen.tsx'
import { pages } from '../layout/account-links.ts'
import { OrderListScreen } from './OrderListScreen.tsx'

/** The pages 'Current Order' and 'Order History'. */
export function OrdersScreen() {
  const isHistory = useActor('orders', ({ context }) => context.list === 'history')
  return (
    <AccountFrameScreen page={isHistory ? pages.history : pages.current}>
      <OrderListScreen level={2} />
    </AccountFrameScreen>
  )
}
