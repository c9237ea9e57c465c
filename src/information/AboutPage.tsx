import { store } from '../store/store.ts'
import { homePath } from '#contract/paths'
import { InformationPage, Passage } from './InformationPage.tsx'

/** The page about the store. */
export function AboutPage() {
  return (
    <InformationPage path="/main/about-us" lead="Your neighbourhood Asian grocer, in store and online.">
      <Passage heading="The shop">
        <p>
          {store.name} is a grocery shop at {store.streetAddress}. Our shelves hold the rice, noodles, sauces, teas and
          sweets that the kitchens of China, Korea, Japan, Thailand, Vietnam and their neighbours are built on, next to
          fruit and vegetables, fish, meat and a long wall of freezers.
        </p>
        <p>Many products have names in two languages; search in either.</p>
      </Passage>
      <Passage heading="Our online shop">
        <p>
          Everything here comes from the same shelves and is packed by the same people. Browse the aisles, shop by
          brand, or search for what you need. We deliver it to you, or you collect it. You don’t need an account.{' '}
          <a className="textlink" href={homePath}>
            Browse the aisles
          </a>
        </p>
      </Passage>
      <Passage heading="Visit us">
        <p>
          We are open {store.openingHours}. If you can’t find something, ask us: in the shop, by phone on{' '}
          <a className="textlink" href={store.phoneLink}>
            {store.phone}
          </a>
          , or by email to{' '}
          <a className="textlink" href={`mailto:${store.email}`}>
            {store.email}
          </a>
          .
        </p>
      </Passage>
    </InformationPage>
  )
}
