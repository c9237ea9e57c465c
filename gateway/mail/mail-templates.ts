import { formatAmount } from '#contract/money'
import type { Mail } from '../shop/mail.ts'

/** A payment that a person has to settle. */
export interface PaymentFacts {
  /** The order's number; null for a payment without an order. */
  order: number | null
  amountText: string
  /** The provider's issue code. */
  problem: string
  /** The provider's number of the payment. */
  reference: string | null
}

function cancelledMoneyText(rest: number | null): string {
  if (rest === null) return 'You haven’t been charged.'
  if (rest <= 0) return 'What you paid is refunded in full. It can take a few days to arrive.'
  return `You won’t be charged ${formatAmount(rest)}. Anything already taken will be refunded.`
}

/** The mails of the shop. None contains a name: anyone can register with a name that is a message. */
export const mailTemplates = (shop: string) => ({
  reset: (to: string, link: string, minutes: number): Mail => ({
    to,
    subject: `A new password for ${shop}`,
    text: `Hello,

We received a request for a new password for your account at ${shop}.
To choose one, open this link within ${minutes} minutes:

${link}

Didn’t ask for this? You can ignore this email: your password won’t change.

The ${shop} team
`,
  }),
  passwordChanged: (to: string): Mail => ({
    to,
    subject: `Your password for ${shop} has been changed`,
    text: `Hello,

The password of your account at ${shop} has just been changed, and
every device has been logged out.

Didn’t change it? Choose a new password with 'Forgotten your password?'
on the login page, and let us know.

The ${shop} team
`,
  }),
  confirmEmail: (to: string, link: string, hours: number): Mail => ({
    to,
    subject: `Confirm your new email address for ${shop}`,
    text: `Hello,

This address was entered as the new email address of an account at
${shop}. Confirm it within ${hours} hours:

${link}

Wasn’t it you? You don’t need to do anything: the account keeps its
address.

The ${shop} team
`,
  }),
  emailChanged: (to: string, link: string, days: number): Mail => ({
    to,
    subject: `Your email address for ${shop} has been changed`,
    text: `Hello,

Your account at ${shop} has a different email address now.

Didn’t change it? Undo the change within ${days} days:

${link}

Undoing it logs out every device, and you choose a new password.

The ${shop} team
`,
  }),
  confirmNewsletter: (to: string, link: string, unsubscribeLink: string): Mail => ({
    to,
    subject: `Confirm your subscription to the newsletter of ${shop}`,
    text: `Hello,

You asked for the newsletter of ${shop}. Confirm it here:

${link}

Didn’t ask for it? You don’t need to do anything: we won’t send it.
You can unsubscribe at any time:

${unsubscribeLink}

The ${shop} team
`,
  }),
  confirmStockNotice: (to: string, product: string, days: number, link: string, endLink: string): Mail => ({
    to,
    subject: `Confirm that ${shop} may email you about a product`,
    text: `Hello,

You asked ${shop} for an email when this product is in stock again:

${product}

Confirm it here:

${link}

We then send one email, if it is back within ${days} days.
Didn’t ask for it? You don’t need to do anything: we won’t send it.
You can change your mind at any time:

${endLink}

The ${shop} team
`,
  }),
  stockNoticeStored: (to: string, product: string, days: number, endLink: string): Mail => ({
    to,
    subject: `${shop} will email you about a product`,
    text: `Hello,

You asked ${shop} for an email when this product is in stock again:

${product}

We send one email, if it is back within ${days} days.
You can change your mind at any time:

${endLink}

The ${shop} team
`,
  }),
  backInStock: (to: string, product: string, link: string): Mail => ({
    to,
    subject: `A product is in stock again at ${shop}`,
    text: `Hello,

You asked us for an email when this product is in stock again. It is:

${product}
${link}

It may sell out again. This was the only email: we don’t send more
unless you ask again.

The ${shop} team
`,
  }),
  /** @param rest - what is still to be voided or refunded, in cents; null if nothing was paid online */
  orderCancelled: (to: string, order: number, rest: number | null): Mail => ({
    to,
    subject: `Your order ${order} at ${shop} was cancelled`,
    text: `Hello,

We have cancelled your order ${order} at ${shop}.
${cancelledMoneyText(rest)}

Any questions? Let us know.

The ${shop} team
`,
  }),
  /** For the store. It has no data of the customer: the office shows the report. */
  problemReported: (to: string, order: number, kind: string): Mail => ({
    to,
    subject: `Something is wrong with order ${order}`,
    text: `A customer of ${shop} has reported a problem with order ${order}:

${kind}

The report is on the page of the order, in the office.
`,
  }),
  problemAnswered: (to: string, order: number, answer: string, link: string): Mail => ({
    to,
    subject: `Our answer about your order ${order} at ${shop}`,
    text: `Hello,

You told us that something is wrong with your order ${order} at ${shop}.
Our answer:

${answer}

See your report here:

${link}

Anyone who has this link can see your order: please don’t pass it on.

The ${shop} team
`,
  }),
  orderRefunded: (to: string, order: number, amountText: string): Mail => ({
    to,
    subject: `We have refunded ${amountText} of your order ${order} at ${shop}`,
    text: `Hello,

We have refunded ${amountText} of your order ${order} at ${shop}.
It goes back to how you paid, and can take a few days to arrive.

Any questions? Let us know.

The ${shop} team
`,
  }),
  orderWeighed: (to: string, order: number, amountText: string, isPaid: boolean): Mail => ({
    to,
    subject: `Your order ${order} at ${shop} comes to ${amountText}`,
    text: `Hello,

We have weighed your order ${order} at ${shop}. It comes to ${amountText}.
${isPaid ? 'That is what you are charged: the rest of the reserved amount is released.' : 'That is what you pay when you get it.'}

Any questions? Let us know.

The ${shop} team
`,
  }),
  orderPacked: (
    to: string,
    order: number,
    { changed, amountText, isPaid }: { changed: readonly string[]; amountText: string; isPaid: boolean },
  ): Mail => ({
    to,
    subject: `What has changed in your order ${order} at ${shop}`,
    text: `Hello,

Your order ${order} at ${shop} is packed. Some of it had run out:

${changed.join('\n')}

It comes to ${amountText}.
${isPaid ? 'That is what you are charged: anything taken beyond it is refunded.' : 'That is what you pay when you get it.'}

Any questions? Let us know.

The ${shop} team
`,
  }),
  orderChanged: (
    to: string,
    order: number,
    facts: { changed: readonly string[]; amountText: string; isPaid: boolean; link: string },
  ): Mail => ({
    to,
    subject: `Your order ${order} at ${shop} is changed`,
    text: `Hello,

Your order ${order} at ${shop} is changed:

${facts.changed.join('\n')}

It comes to ${facts.amountText} now.
${facts.isPaid ? 'Anything taken beyond it is refunded.' : 'That is what you pay when you get it.'}

See your order here:

${facts.link}

Anyone who has this link can see your order: please don’t pass it on.
Didn’t change it? Let us know.

The ${shop} team
`,
  }),
  captureFailed: (to: string, facts: PaymentFacts): Mail => ({
    to,
    subject: `The payment of order ${facts.order} could not be taken`,
    text: `The payment provider has permanently refused to capture ${facts.amountText} for order ${facts.order}.

Reason: ${facts.problem}
Number at the provider: ${facts.reference ?? 'none'}

The shop does not try again. Ask the customer to pay another way, or
cancel the order: npm run order-status -- ${facts.order} cancelled
`,
  }),
  paymentReported: (to: string, facts: PaymentFacts): Mail => ({
    to,
    subject: `The payment of order ${facts.order} needs your attention`,
    text: `The payment provider reports ${facts.problem} for the payment of
${facts.amountText} for order ${facts.order}.

Number at the provider: ${facts.reference ?? 'none'}

Please look at it on the provider's pages.
`,
  }),
  releaseFailed: (to: string, facts: PaymentFacts): Mail => ({
    to,
    subject: `A payment of ${facts.amountText} could not be refunded`,
    text: `The payment provider has permanently refused to cancel or refund a payment of
${facts.amountText}${facts.order === null ? '' : ` for the cancelled order ${facts.order}`}.

Reason: ${facts.problem}
Number at the provider: ${facts.reference ?? 'none'}

The shop does not try again. Please refund it on the provider's website.
`,
  }),
  paymentEnded: (to: string, amountText: string): Mail => ({
    to,
    subject: `Your payment of ${amountText} at ${shop} was cancelled`,
    text: `Hello,

You approved a payment of ${amountText} at ${shop}, but no order was
placed. We have cancelled the payment. You won’t be charged, and
anything already taken will be refunded.

You don’t need to do anything. If an order is missing, please place it
again.

The ${shop} team
`,
  }),
})
