import { store } from '../store/store.ts'
import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'
import tested from './accessibility-tested.json'

/** When the pages were last looked at by hand: set it after doing so. */
const lookedAt = '27 November 2026'

const { states, widths } = tested

/** The accessibility statement. What is tested comes from the lists of the tests. */
export function AccessibilityPage() {
  return (
    <InformationPage path="/main/accessibility" lead="Our shop is for everyone. If something stops you, tell us.">
      <Passage heading="What you can expect">
        <p>We build this shop to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. You can:</p>
        <ul>
          <li>do everything with the keyboard alone, and see where you are</li>
          <li>zoom in to 400%, make text twice as large, or space it further apart, without losing anything</li>
          <li>use a screen reader: pages, lists, forms, messages and changes of your cart have names</li>
          <li>use light or dark colours, or the high-contrast colours of your device</li>
          <li>stop everything that moves: nothing moves if your device asks for less motion</li>
          <li>
            take your time: messages wait while you point at them, and what you typed is still there when you come back
          </li>
          <li>paste your password, or let a password manager fill it in</li>
        </ul>
      </Passage>
      <Passage heading="How we test it">
        <p>{`Before each release, programs check ${states.all} different states of our pages, from an empty cart to a declined payment; ${states.customers} of them are the pages of your account. Each is checked:`}</p>
        <ul>
          <li>{`by axe-core, with all its rules for WCAG 2.2 A and AA, at widths of ${widths} pixels, in light and dark`}</li>
          <li>in high-contrast colours</li>
          <li>for text that is cut off or overlaps, on a small screen, with text of 200% and with wide spacing</li>
          <li>for buttons and links that are too small to tap</li>
          <li>with each press of Tab, forward and backward: the focus can be seen and is not covered</li>
        </ul>
        <p>
          Other tests buy, register and change an account with the keyboard alone, and compare what is announced to
          screen readers.
        </p>
        <p>{`The main pages were last looked at by hand on ${lookedAt}: on a narrow and a wide screen, and a purchase with the keyboard.`}</p>
      </Passage>
      <Passage heading="What we know is missing">
        <ul>
          <li>We have not tested with a screen reader, only what browsers tell one.</li>
          <li>
            All of these checks run in Chromium, on which Chrome and Edge are built. In Firefox and Safari’s engine only
            buying, registering and logging in are tested.
          </li>
          <li>The payment provider’s own window is not ours. You can also pay on delivery.</li>
        </ul>
      </Passage>
      <Passage heading="Tell us">
        <p>
          <ContactWays /> if a page does not work for you. Say which page it is and what you use. If you’re not
          satisfied with our answer, you can complain to the Australian Human Rights Commission.
        </p>
        <p>{store.name} wrote this statement itself.</p>
      </Passage>
    </InformationPage>
  )
}
