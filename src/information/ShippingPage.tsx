import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'

/** How orders reach the shopper. Methods and fees are the gateway's to say, in the checkout; none are promised here. */
export function ShippingPage() {
  return (
    <InformationPage title="Shipping" lead="How your groceries reach you, what it costs, and where we go.">
      <Passage heading="Ways to get it">
        <p>
          The checkout lists the ways that are open today, with a sentence about each and its fee. Choose the one that
          suits you; the fee is added to the total you see before you place the order.
        </p>
        <p>Some ways need no address, such as collecting your order at the shop. You are then not asked for one.</p>
      </Passage>
      <Passage heading="Where we deliver">
        <p>
          The checkout asks for country, region and suburb. While our delivery area is limited, the list of suburbs
          holds the ones we go to. If yours is not among them, call us before you order.
        </p>
      </Passage>
      <Passage heading="Smallest order">
        <p>
          There may be a smallest amount for an order. If so, your cart shows it, and how much is missing, before you go
          to the checkout.
        </p>
      </Passage>
      <Passage heading="Something missing or broken?">
        <p>
          <ContactWays />, with your order number. We will sort it out with you.
        </p>
      </Passage>
    </InformationPage>
  )
}
