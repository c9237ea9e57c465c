import { store } from '../store/store.ts'
import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'

/** Delivery and pick-up. Fees and amounts are settings of the gateway, shown in cart and checkout; the text names none. */
export function ShippingPage() {
  return (
    <InformationPage path="/main/delivery-info" lead="How we deliver, what it costs and where we go.">
      <Passage heading="Delivery or pick-up">
        <p>
          We deliver to your door, or you can collect your order from the shop at {store.streetAddress},{' '}
          {store.openingHours}. Choose at checkout. For pick-up we don’t need a delivery address.
        </p>
      </Passage>
      <Passage heading="What it costs">
        <p>
          The fee depends on the delivery method and, for deliveries, on your distance from the shop. You’ll see it at
          checkout once you enter your address. It’s included in the total before you place the order.
        </p>
        <p>If there’s a minimum order, your cart shows it and how much more you need before checkout.</p>
      </Passage>
      <Passage heading="Where we deliver">
        <p>
          We deliver around the shop with our own drivers. Enter your address at checkout to see whether we deliver
          there. If we don’t yet, you can collect your order, or{' '}
          <a className="textlink" href={store.phoneLink}>
            call us
          </a>{' '}
          before you order.
        </p>
      </Passage>
      <Passage heading="When it arrives">
        <ul>
          <li>We pack chilled and frozen goods last, separate from the rest. Please be home to receive them.</li>
          <li>Gate code or dog? Tell us in the order comment.</li>
          <li>If an item runs out while we’re packing, we’ll call you. You don’t pay for what you don’t get.</li>
        </ul>
      </Passage>
      <Passage heading="Something missing or broken?">
        <p>
          <ContactWays />, with your order number, and we’ll sort it out.
        </p>
      </Passage>
    </InformationPage>
  )
}
