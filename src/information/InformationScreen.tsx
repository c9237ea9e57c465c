import { useActor } from '../system/actors.tsx'
import { AboutPage } from './AboutPage.tsx'
import { AccessibilityPage } from './AccessibilityPage.tsx'
import { ContactPage } from './ContactPage.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'
import { QuestionsPage } from './QuestionsPage.tsx'
import { TermsPage } from './TermsPage.tsx'

const pages = {
  'contact-us': ContactPage,
  'about-us': AboutPage,
  'terms-conditions': TermsPage,
  'privacy-policy': PrivacyPage,
  faq: QuestionsPage,
  accessibility: AccessibilityPage,
}

/** The pages of text, by the last segment of the path. */
export function InformationScreen() {
  const path = useActor('shop', ({ context }) => (context.shown ?? context.requestedLocation)?.pathname ?? '')
  const name = path.replace(/\/+$/, '').split('/').at(-1) as keyof typeof pages
  const Page = pages[name] ?? ContactPage
  return <Page />
}
