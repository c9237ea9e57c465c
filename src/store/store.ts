import { storeName } from './store-name.ts'

/** Where else the store can be met. */
export interface SocialLink {
  name: 'Facebook' | 'Instagram' | 'WeChat'
  url: string
}

/** A way to pay that the footer names. */
export interface AcceptedPayment {
  name: string
  kind: 'wallet' | 'card'
}

/** Where the store is, part by part. */
const address = { street: '88 Lantern Lane', suburb: 'Eastwood', state: 'NSW', postCode: '2122' }

/** Who the store is. What it sells, charges and delivers is the gateway's to say. */
export const store = {
  name: storeName,
  /** The name as the wordmark breaks it. */
  wordmark: { first: 'Lucky Lantern', second: 'Grocer' },
  phone: '(02) 5550 0188',
  /** The phone number as a link dials it. */
  phoneLink: 'tel:+61255500188',
  email: 'hello@luckylantern.example',
  address,
  streetAddress: `${address.street}, ${address.suburb} ${address.state} ${address.postCode}`,
  /** Street and suburb, where there is little room. */
  shortAddress: `${address.street}, ${address.suburb}`,
  openingHours: 'Monday to Sunday 8:30am to 8:30pm',
  /** The same hours, day by day. */
  hoursByDay: [
    { day: 'Monday', hours: '8:30am to 8:30pm' },
    { day: 'Tuesday', hours: '8:30am to 8:30pm' },
    { day: 'Wednesday', hours: '8:30am to 8:30pm' },
    { day: 'Thursday', hours: '8:30am to 8:30pm' },
    { day: 'Friday', hours: '8:30am to 8:30pm' },
    { day: 'Saturday', hours: '8:30am to 8:30pm' },
    { day: 'Sunday', hours: '8:30am to 8:30pm' },
  ],
  socialLinks: [
    { name: 'Facebook', url: 'https://facebook.example/luckylantern' },
    { name: 'Instagram', url: 'https://instagram.example/luckylantern' },
    { name: 'WeChat', url: 'https://wechat.example/luckylantern' },
  ] satisfies SocialLink[] as SocialLink[],
  /** What can be paid with online. The marks are the names beside a neutral sign: brands' own signs need their permission. */
  payments: [
    { name: 'PayPal', kind: 'wallet' },
    { name: 'Visa', kind: 'card' },
    { name: 'Mastercard', kind: 'card' },
    { name: 'American Express', kind: 'card' },
  ] satisfies AcceptedPayment[] as AcceptedPayment[],
  /**
   * For printed receipts; '' leaves a line out. `abn`: '53 004 085 616'. `gst`: what the law asks a tax invoice to say, such
   * as 'Prices include GST where it applies'.
   */
  tax: { abn: '', gst: '' } as { abn: string; gst: string },
  currency: 'AUD',
  country: 'Australia',
  locale: 'en-AU',
  timeZone: 'Australia/Sydney',
} as const
