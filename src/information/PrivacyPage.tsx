import { store } from '../store/store.ts'
import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'

/** Which data the store has about shoppers, and why. */
export function PrivacyPage() {
  return (
    <InformationPage path="/main/privacy-policy" lead="What we collect and why, and the choices you have.">
      <Passage heading="What we collect and why">
        <ul>
          <li>To fill an order: your name, email, phone and address.</li>
          <li>For an account: the same details and a password, so you don’t have to enter them again.</li>
          <li>For the newsletter: your email address.</li>
          <li>For an email when a product is back in stock: your email address and the product.</li>
        </ul>
        <p>You can browse and fill a cart without telling us anything.</p>
        <p>
          When a search finds nothing, we count its words for 90 days to see what we should stock. We don’t keep who
          searched.
        </p>
      </Passage>
      <Passage heading="Passwords and payments">
        <p>
          We store passwords only in a form that can’t be read back. If you pay online, you enter your card or wallet
          details with the payment provider, not with us.
        </p>
      </Passage>
      <Passage heading="What stays in your browser">
        <p>
          We store a few things on your device: your cart, your login, where you want your order delivered, and what you
          have done and typed on this site, so that nothing is lost if the page reloads or the connection drops. We
          don’t use them for advertising.
        </p>
        <ul>
          <li>After 24 hours without a visit, what you typed is deleted the next time you open the shop.</li>
          <li>What you typed for a guest order is deleted once the order is placed, except for the receipt.</li>
          <li>
            An order that was not confirmed is kept for up to 30 days, so that it is neither lost nor placed twice. If
            your login expires, only its reference and time are kept. If you log out, it is deleted here and discarded
            at the shop, unless it was placed or paid online.
          </li>
          <li>Your account details are deleted when you log out or your login expires.</li>
          <li>
            Your last five searches, and the products you saved without an account, are kept until you remove them or
            log out. The last twelve products you viewed are kept until you log out.
          </li>
          <li>
            “Forget me on this device”, at the bottom of each page, deletes all of it at once, including your cart, and
            keeps only a random number, so that your other tabs delete your data too. Clearing this site’s data in your
            browser deletes everything.
          </li>
        </ul>
        <p>
          “Report a problem” saves what happened as a file on your device. You decide whether to send it. Unless you
          choose otherwise, it leaves out everything you typed, including your searches.
        </p>
      </Passage>
      <Passage heading="Who we share it with">
        <p>
          We share only what is needed to fill your order: the driver sees your name, address and phone, and the payment
          provider sees what you pay. We never sell or rent your details.
        </p>
      </Passage>
      <Passage heading="How long we keep it">
        <p>
          We keep orders for as long as tax law requires, your account until you ask us to delete it, and your
          newsletter address until you unsubscribe. An address for an email about a product is deleted with that email,
          or after 90 days.
        </p>
      </Passage>
      <Passage heading="Your rights">
        <p>
          You can ask us what we hold about you, and ask us to correct it or, where the law allows, delete it.{' '}
          <ContactWays />, or visit us at {store.streetAddress}. If you’re not satisfied with our answer, you can
          complain to the Office of the Australian Information Commissioner.
        </p>
      </Passage>
    </InformationPage>
  )
}
