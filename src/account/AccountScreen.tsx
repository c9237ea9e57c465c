import type { ReactNode } from 'react'
import type { Address } from '#contract/address'
import type { Account } from '#machines/messages/customer'
import { OrderListScreen } from '../orders/OrderListScreen.tsx'
import { addressLines } from '../orders/order-text.ts'
import { textLines } from '../orders/text-lines.tsx'
import type { NamedLink } from '../menus/links.ts'
import { greetingOf } from '../menus/greeting.ts'
import { useActor } from '../system/actors.tsx'
import { AccountFrameScreen } from '../layout/AccountFrameScreen.tsx'
import { AccountGateScreen } from './AccountGateScreen.tsx'
import { pages } from '../layout/account-links.ts'
import styles from './AccountScreen.module.css'

/** The page 'My Account': the customer's details and addresses, and the last orders. */
export function AccountScreen() {
  const customer = useActor('session', ({ context }) => context.customer)
  // rendered together with the tiles above, whose height is unknown until then; stays while the account is read again
  const isLoading = useActor(
    'session',
    ({ context, value }) => context.account === null && context.refusal === null && value.start === 'starting',
  )
  return (
    <AccountFrameScreen page={pages.account} lead={greetingOf(customer)}>
      <AccountGateScreen>{account => <Tiles account={account} />}</AccountGateScreen>
      {!isLoading && (
        <section>
          <div className={`row between ${styles.head}`}>
            <h2>Last orders</h2>
            <a className="textlink small" href={pages.history.to}>
              {pages.history.name}
            </a>
          </div>
          <OrderListScreen level={3} />
        </section>
      )}
    </AccountFrameScreen>
  )
}

function Tiles({ account: { info, addresses, billingId, deliveryId } }: { account: Account }) {
  const { firstName, lastName, email, telephone } = info
  const addressOf = (id: string | null) => addresses.find(({ addressId }) => addressId === id) ?? null
  return (
    <div className={styles.tiles}>
      <Tile heading="Your details" links={[pages.edit, pages.password]}>
        {textLines([`${firstName} ${lastName}`, email, telephone])}
      </Tile>
      <Tile heading="Billing address" links={[pages.billing]}>
        {addressText(addressOf(billingId))}
      </Tile>
      <Tile heading="Delivery address" links={[pages.delivery]}>
        {addressText(addressOf(deliveryId))}
      </Tile>
    </div>
  )
}

const addressText = (address: Address | null) =>
  address === null ? 'No address saved yet.' : addressLines(address).join('\n')

const Tile = ({ heading, links, children }: { heading: string; links: readonly NamedLink[]; children: ReactNode }) => (
  <section className={`panel ${styles.tile}`}>
    <div>
      <h2>{heading}</h2>
      <p>{children}</p>
    </div>
    <ul>
      {links.map(({ name, to }) => (
        <li key={to}>
          <a className="textlink" href={to}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  </section>
)
