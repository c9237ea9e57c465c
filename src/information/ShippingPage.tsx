import { store } from '../store/store.ts'
import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'

/** How orders reach the shopper. Fees and amounts are the gateway's to say, in cart and checkout; none stand here. */
export function ShippingPage() {
  return (
    <InformationPage path="/main/delivery-info" lead="How your groceries reach you, what it costs, and where we go.">
      <Passage heading="To your door, or at the counter">
        <p>
          We bring your order to your door, or you collect it at the shop: {store.streetAddress}, {store.openingHours}.
          Choose in the checkout, which lists every way that is open today with a sentence about it. Whoever collects is
          not asked for a delivery address.
        </p>
      </Passage>
      <Passage heading="What it costs">
        <p>
          The fee depends on the way you choose and, for deliveries, on how far you are from the shop. The checkout
          shows it as soon as it knows your address, and adds it to the total that you see before you place the order.
        </p>
        <p>
          If there is a smallest amount for an order, your cart shows it, and how much is missing, before you go to the
          checkout.
        </p>
      </Passage>
      <Passage heading="Where we deliver">
        <p>
          Around the shop, with our own drivers. Type your address in the checkout: it says at once whether we go there.
          If we don’t yet, you can still collect; or{' '}
          <a className="textlink" href={store.phoneLink}>
            call us
          </a>{' '}
          before you order.
        </p>
      </Passage>
      <Passage heading="When it arrives">
        <ul>
          <li>Chilled and frozen goods are packed last, apart from the rest. Please be there to take them in.</li>
          <li>Something we should know, such as a gate or a dog? Write it into the order comment.</li>
          <li>If something has run out when we pack, we call you. You don’t pay for what you don’t get.</li>
        </ul>
      </Passage>
      <Passage heading="Something missing or broken?">
        <p>
          <ContactWays />, with your order number. We will sort it out with you.
        </p>
      </Passage>
    </InformationPage>
  )
}
