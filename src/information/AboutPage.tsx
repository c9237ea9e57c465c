import { store } from '../store/store.ts'
import { homePath } from '#contract/paths'
import { InformationPage, Passage } from './InformationPage.tsx'

/** Who the store is. */
export function AboutPage() {
  return (
    <InformationPage path="/main/about-us" lead="A neighbourhood Asian grocer, on the street and at your door.">
      <Passage heading="The shop">
        <p>
          {store.name} is a grocery shop at {store.streetAddress}. Our shelves hold the rice, noodles, sauces, teas and
          sweets that the kitchens of China, Korea, Japan, Thailand, Vietnam and their neighbours are built on, next to
          fruit and vegetables, fish, meat and a long wall of freezers.
        </p>
        <p>
          Many of our labels speak two languages, and so does this shop on the web: where a product has a name in its
          own language, you find it by either.
        </p>
      </Passage>
      <Passage heading="The shop on the web">
        <p>
          What you see here comes from the same shelves, packed by the same people. You can look through the aisles,
          pick by brand, or search for what you need; we bring it to you, or you collect it. An account is not
          necessary.{' '}
          <a className="textlink" href={homePath}>
            Look through the aisles
          </a>
        </p>
      </Passage>
      <Passage heading="Come by">
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
