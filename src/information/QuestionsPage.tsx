import { store } from '../store/store.ts'
import { ContactWays } from './ContactWays.tsx'
import { InformationPage, Passage } from './InformationPage.tsx'

const ordering = [
  {
    question: 'Do I need an account to order?',
    answer: 'No. You can check out as a guest: we ask for what the order needs, and nothing more.',
  },
  {
    question: 'Can I change my cart later?',
    answer:
      'Yes, until you place the order. Change a quantity or remove a line in the cart; if you removed one by mistake, press Undo in the message that appears.',
  },
  {
    question: 'How do I use a coupon?',
    answer:
      'Type its code under Coupon code in the cart and press Apply Coupon. What it takes off then stands in the summary. Some coupons need a certain amount in the cart; the cart says how much is missing.',
  },
  {
    question: 'A product is marked OUT OF STOCK. Can I still get it?',
    answer: 'Not through the website. Call us: we can tell you whether more is on its way.',
  },
  {
    question: 'What if a price changes while I am ordering?',
    answer:
      'The order stops and shows you what changed. Nothing is charged until you have looked at it and placed the order again.',
  },
]
const delivery = [
  {
    question: 'Do you deliver to my street?',
    answer:
      'Type your address in the checkout: it says at once whether we go there, and what it costs. Nothing is ordered by looking.',
  },
  {
    question: 'Can I collect my order instead?',
    answer: `Yes, at ${store.streetAddress}, ${store.openingHours}. Choose to pick it up in the checkout.`,
  },
  {
    question: 'I have ordered. Can I still change or cancel it?',
    answer:
      'Call us with your order number. Until it is packed we can change it, and you are charged for nothing else.',
  },
]
const paying = [
  {
    question: 'How can I pay?',
    answer: 'When you receive the order, and online where the checkout offers it. It lists what is possible today.',
  },
  {
    question: 'My connection broke while I placed the order. Was it placed?',
    answer: 'Open the checkout again: the shop asks what became of your order and tells you. It is never placed twice.',
  },
]

/** Questions that are asked often. Fees and amounts are the gateway's to say; none stand here. */
export function QuestionsPage() {
  return (
    <InformationPage path="/main/faq" lead="Short answers to what we are asked most.">
      <Passage heading="Ordering">
        <Answers of={ordering} />
      </Passage>
      <Passage heading="Delivery and collection">
        <Answers of={delivery} />
      </Passage>
      <Passage heading="Paying">
        <Answers of={paying} />
      </Passage>
      <Passage heading="Your question is not here?">
        <p>
          <ContactWays />. We are there {store.openingHours}.
        </p>
      </Passage>
    </InformationPage>
  )
}

function Answers({ of }: { of: readonly { question: string; answer: string }[] }) {
  return (
    <dl>
      {of.map(({ question, answer }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  )
}
