import { store } from '../store/store.ts'
import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'

/** The terms of sale. */
export function TermsPage() {
  return (
    <InformationPage
      path="/main/terms-conditions"
      lead={`What holds between you and ${store.name} when you order here.`}
    >
      <Passage heading="Who you buy from">
        <p>
          You buy from {store.name}, {store.streetAddress}. <ContactWays />.
        </p>
      </Passage>
      <Passage heading="Your order">
        <p>
          The cart is not an order, and it does not set goods aside. You make an order when you press Place Order at the
          end of the checkout. It is placed when the page thanks you for it and shows an order number.
        </p>
        <p>
          If we can’t fill an order, or a part of it, we tell you and don’t charge you for what you don’t get. You can
          cancel until we have packed it: call us with its number.
        </p>
      </Passage>
      <Passage heading="Prices">
        <p>
          All prices are in Australian dollars ({store.currency}). You pay the prices, discount and delivery fee that
          the review shows when you place the order. If one of them has changed since you last saw it, the review shows
          the change first.
        </p>
      </Passage>
      <Passage heading="Payment">
        <p>
          You pay in one of the ways that the checkout offers. If you pay online, the payment is made with the payment
          provider; we don’t see or keep the details of your card.
        </p>
      </Passage>
      <Passage heading="Delivery">
        <p>
          The{' '}
          <a className="textlink" href="/main/delivery-info">
            Shipping
          </a>{' '}
          page says how orders reach you. Check your order when it arrives; tell us soon if something is missing or
          broken.
        </p>
      </Passage>
      <Passage heading="Returns and refunds">
        <p>
          Something is off, broken, missing or not what you ordered? Tell us with your order number, best with a
          picture: we bring it again or refund it, as you prefer. Packed goods that you have changed your mind about we
          take back at the shop, unopened and with the receipt; fresh, chilled and frozen goods we can’t.
        </p>
      </Passage>
      <Passage heading="Your account">
        <p>
          You need none to order. If you have one, keep its password to yourself, and tell us if somebody else may know
          it.
        </p>
      </Passage>
      <Passage heading="Your rights">
        <p>
          Our goods come with the consumer guarantees of Australian law. Nothing on this page takes any of them away.
          The terms that stood here when you placed an order hold for that order.
        </p>
      </Passage>
      <Passage heading="Labels and allergies">
        <p>
          Pictures and descriptions help you choose. What counts is the label on the pack: read it before you eat, above
          all if you have an allergy.
        </p>
      </Passage>
    </InformationPage>
  )
}
