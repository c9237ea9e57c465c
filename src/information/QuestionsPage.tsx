import type { Path } from '#contract/paths'
import { store } from '../store/store.ts'
import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'

interface Question {
  question: string
  answer: string
  /** The page with the whole answer. */
  link?: { name: string; to: Path }
}

const ordering: readonly Question[] = [
  {
    question: 'Do I need an account to order?',
    answer: 'No. You can check out as a guest. We only ask for what we need to fill your order.',
  },
  {
    question: 'Can I change my cart later?',
    answer:
      'Yes, until you place the order. Change a quantity or remove a line in the cart; if you remove one by mistake, press Undo in the message that appears.',
  },
  {
    question: 'How do I use a coupon?',
    answer:
      'Enter its code under Coupon code in the cart and press Apply Coupon. The discount then appears in the summary. Some coupons have a minimum spend; the cart shows how much more you need.',
  },
  {
    question: 'A product is marked OUT OF STOCK. Can I still get it?',
    answer: 'Not through the website. Call us and we’ll tell you whether more is on its way.',
  },
  {
    question: 'What if a price changes while I am ordering?',
    answer:
      'We stop the order and show you what changed. You’re not charged until you check it and place the order again.',
  },
]
const deliveryQuestions = (): readonly Question[] => [
  {
    question: 'Do you deliver to my suburb, and what does it cost?',
    answer: 'Our suburbs, the fee for each and the minimum order are on one page.',
    link: { name: 'Shipping', to: '/main/delivery-info' },
  },
  ...(store.deliveryTimes ? [{ question: 'When will my order arrive?', answer: store.deliveryTimes }] : []),
  {
    question: 'Can I collect my order instead?',
    answer: `Yes, at ${store.streetAddress}, ${store.openingHours}. Choose pick-up at checkout.`,
  },
  {
    question: 'I have ordered. Can I still change or cancel it?',
    answer:
      'Call us with your order number. Until it’s packed we can change it, and we’ll only charge you for what you get.',
  },
]
const paying: readonly Question[] = [
  {
    question: 'How can I pay?',
    answer: 'On delivery, or online with PayPal or card.',
  },
  {
    question: 'I lost my connection while placing an order. Was it placed?',
    answer: 'Open the checkout again: we check whether your order went through and show you. It’s never placed twice.',
  },
]

/** Frequently asked questions. Fees and amounts are settings of the gateway, so the text names none. */
export function QuestionsPage() {
  return (
    <InformationPage path="/main/faq" lead="Answers to common questions.">
      <Passage heading="Ordering">
        <Answers of={ordering} />
      </Passage>
      <Passage heading="Delivery and collection">
        <Answers of={deliveryQuestions()} />
      </Passage>
      <Passage heading="Paying">
        <Answers of={paying} />
      </Passage>
      <Passage heading="Can’t find your answer?">
        <p>
          <ContactWays />. We’re open {store.openingHours}.
        </p>
      </Passage>
    </InformationPage>
  )
}

function Answers({ of }: { of: readonly Question[] }) {
  return (
    <dl>
      {of.map(({ question, answer, link }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>
            <span>{answer}</span>
            {link && (
              <>
                <span> </span>
                <a className="textlink" href={link.to}>
                  {link.name}
                </a>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
