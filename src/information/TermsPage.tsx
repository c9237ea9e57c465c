import { store } from '../store/store.ts'
import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'

/** The terms of sale. */
export function TermsPage() {
  return (
    <InformationPage path="/main/terms-conditions" lead={`The terms for ordering from ${store.name}.`}>
      <Passage heading="Who you buy from">
        <p>
          You buy from {store.name}, {store.streetAddress}. <ContactWays />.
        </p>
      </Passage>
      <Passage heading="Your order">
        <p>
          Adding goods to the cart does not reserve them. You order when you press Place Order at the end of the
          checkout. Your order is placed once you see its order number.
        </p>
        <p>
          If we can’t fill all or part of an order, we’ll tell you, and you don’t pay for what you don’t get. You can
          cancel until we’ve packed it: call us with your order number.
        </p>
      </Passage>
      <Passage heading="Prices">
        <p>
          All prices are in Australian dollars ({store.currency}). You pay the prices, discount and delivery fee that
          the review shows when you place the order. If one of them has changed since you last saw it, the review shows
          the change first.
        </p>
        <p>
          A price for several of a product holds for as many of them as it names; the others cost the price of one. With
          a special price you pay the lower total.
        </p>
        <p>
          The amounts of goods that are sold by weight are estimates until we weigh them. You then pay for what they
          weigh, and never more than the most that the review shows.
        </p>
      </Passage>
      <Passage heading="Payment">
        <p>
          You can pay by any method shown at checkout. The payment provider handles online payments; we don’t see or
          keep your card details.
        </p>
      </Passage>
      <Passage heading="Delivery">
        <p>
          The{' '}
          <a className="textlink" href="/main/delivery-info">
            Shipping
          </a>{' '}
          page explains how we deliver. Check your order when it arrives, and tell us soon if anything is missing or
          broken.
        </p>
      </Passage>
      <Passage heading="Returns and refunds">
        <p>
          Is something spoiled, broken, missing or not what you ordered? Tell us your order number and send a photo if
          you can. We’ll replace or refund it, as you prefer. If you change your mind about packaged goods, you can
          return them to the shop unopened with the receipt. We can’t take back fresh, chilled or frozen goods.
        </p>
      </Passage>
      <Passage heading="Your account">
        <p>
          You don’t need an account to order. If you have one, keep its password to yourself, and tell us if someone
          else may know it.
        </p>
      </Passage>
      <Passage heading="Your rights">
        <p>
          Our goods come with the consumer guarantees of Australian law. Nothing on this page limits them. The terms
          shown when you placed an order apply to that order.
        </p>
      </Passage>
      <Passage heading="Labels and allergies">
        <p>
          Pictures and descriptions are a guide. Always read the label on the pack before eating, especially if you have
          an allergy.
        </p>
      </Passage>
    </InformationPage>
  )
}
