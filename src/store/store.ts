import type { OpeningDay } from '#contract/opening-hours'
import { hoursByDay, hoursText } from '#contract/opening-hours-text'
import { readOpeningHours } from './opening-hours.ts'
import { storeName } from './store-name.ts'

/** A profile of the store in a social network. */
export interface SocialLink {
  name: 'Facebook' | 'Instagram' | 'WeChat'
  url: string
}

/** A payment method that the footer shows. */
export interface AcceptedPayment {
  name: string
  kind: 'wallet' | 'card'
}

/** The store's address. */
const address = { street: '88 Lantern Lane', suburb: 'Eastwood', state: 'NSW', postCode: '2122' }

/** The opening hours without a gateway that has them: every day the same. */
const standardHours: readonly OpeningDay[] = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({
  weekday,
  opens: '08:30',
  closes: '20:30',
}))

/** The store's identity and contact details. Goods, prices and delivery rules come from the gateway. */
export const store = {
  name: storeName,
  /** The two parts of the name in the wordmark. */
  wordmark: { first: 'Lucky Lantern', second: 'Grocer' },
  phone: '(02) 5550 0188',
  /** The phone number as a `tel:` URL. */
  phoneLink: 'tel:+61255500188',
  email: 'hello@luckylantern.example',
  address,
  streetAddress: `${address.street}, ${address.suburb} ${address.state} ${address.postCode}`,
  /** Street and suburb, for narrow layouts. */
  shortAddress: `${address.street}, ${address.suburb}`,
  /** In one line. */
  get openingHours() {
    return hoursText(readOpeningHours(standardHours))
  },
  /** The same hours, day by day. */
  get hoursByDay() {
    return hoursByDay(readOpeningHours(standardHours))
  },
  /** When deliveries arrive, in one or two sentences, shown on 'Shipping', with the delivery methods and on receipts; '' shows none. */
  deliveryTimes:
    'We deliver every evening between 5pm and 8:30pm: on the same day if you order before 2pm, otherwise on the next day. On Saturdays and Sundays we also deliver between 9am and 11am.' as string,
  /**
   * How an order is paid that was not paid online, such as 'Cash or card.', shown in the payment step and on receipts; '' shows that
   * it is paid to the driver or at the counter, and not how.
   */
  payOnDelivery: { delivered: '', collected: '' } as { delivered: string; collected: string },
  socialLinks: [
    { name: 'Facebook', url: 'https://facebook.example/luckylantern' },
    { name: 'Instagram', url: 'https://instagram.example/luckylantern' },
    { name: 'WeChat', url: 'https://wechat.example/luckylantern' },
  ] satisfies SocialLink[] as SocialLink[],
  /** Online payment methods. They are shown as a name with a neutral icon, because brand logos need permission. */
  payments: [
    { name: 'PayPal', kind: 'wallet' },
    { name: 'Visa', kind: 'card' },
    { name: 'Mastercard', kind: 'card' },
    { name: 'American Express', kind: 'card' },
  ] satisfies AcceptedPayment[] as AcceptedPayment[],
  /**
   * For printed receipts; '' omits the line. `abn`: '53 004 085 616'. `gst`: the statement that a tax invoice must have by
   * law, such as 'Prices include GST where it applies'.
   */
  tax: { abn: '', gst: '' } as { abn: string; gst: string },
  currency: 'AUD',
  country: 'Australia',
  locale: 'en-AU',
  timeZone: 'Australia/Sydney',
} as const
