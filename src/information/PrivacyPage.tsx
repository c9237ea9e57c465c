import { store } from '../store/store.ts'
import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'

/** What is known of shoppers, and why. */
export function PrivacyPage() {
  return (
    <InformationPage path="/main/privacy-policy" lead="What we know of you, what for, and what you can do about it.">
      <Passage heading="What we ask for, and why">
        <ul>
          <li>For an order: your name, email, phone and address, to bring it to you and to reach you about it.</li>
          <li>For an account: the same, and a password, so that you need not type it again.</li>
          <li>For the newsletter: your email address, to send it to you.</li>
        </ul>
        <p>Without an account and without an order you can look around and fill a cart; we ask for nothing then.</p>
      </Passage>
      <Passage heading="Passwords and payments">
        <p>
          Passwords are stored only in a form that can’t be read back. If you pay online, you give the details of your
          card or wallet to the payment provider and not to us.
        </p>
      </Passage>
      <Passage heading="What stays in your browser">
        <p>
          The shop keeps a few things on your own device: which cart is yours, that you are logged in, and what you have
          done and typed on this site, so that nothing is lost when the page is reloaded or the connection breaks. It is
          not used for advertising.
        </p>
        <ul>
          <li>What you typed is deleted when you next open the shop after 24 hours without using it.</li>
          <li>
            What you typed for an order without an account is deleted once the order is placed, except for the receipt.
          </li>
          <li>
            An order whose answer did not arrive is kept for up to 30 days, so that it is neither lost nor placed twice.
          </li>
          <li>The details of your account are deleted when you log out, or when your login has expired.</li>
          <li>
            “Forget me on this device”, at the foot of each page, deletes all of it at once, and your cart with it. So
            does clearing this site’s data in your browser.
          </li>
        </ul>
        <p>
          “Report a problem” saves what happened as a file on your device, which you send or do not send. Unless you say
          otherwise, it leaves out everything that you typed, also what you searched for.
        </p>
      </Passage>
      <Passage heading="Who else sees it">
        <p>
          Whoever is needed to fill your order sees what they need for it: who delivers it sees your name, address and
          phone; the payment provider sees what you pay. We sell or rent your details to nobody.
        </p>
      </Passage>
      <Passage heading="How long we keep it">
        <p>
          Orders for as long as tax law asks of us; your account until you have it deleted; your address for the
          newsletter until you no longer want it.
        </p>
      </Passage>
      <Passage heading="Your say">
        <p>
          You can ask us what we hold about you, have it corrected, or have it deleted where the law lets us.{' '}
          <ContactWays />, or come to {store.streetAddress}. If our answer does not satisfy you, the Office of the
          Australian Information Commissioner hears complaints.
        </p>
      </Passage>
    </InformationPage>
  )
}
