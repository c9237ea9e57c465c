import { array, number, optional, record, string, type, type Infer } from 'superstruct'
import { officeChange } from './office-change.ts'
import { nothing, one, read, write } from './route.ts'
import { plainText } from './typed-text.ts'
import { isBlank } from './visible-text.ts'

/**
 * What a field of a setting holds. Every value is a text, in one form:
 *
 * - `amount`: dollars, '5.90'
 * - `decimal`: '5.90'
 * - `whole`: '6'
 * - `time`: '09:00'
 * - `day`: '2026-12-25'
 * - `check`: 'yes' or 'no'
 * - `choice`: the value of an option
 */
export type SettingKind = 'text' | 'amount' | 'decimal' | 'whole' | 'time' | 'day' | 'check' | 'choice'

/** A field of a setting. */
export interface SettingField {
  label: string
  kind: SettingKind
  hint?: string
  /** It names the setting: it is entered with a new one, and not changed later. */
  isKey?: true
  /** It is not entered. */
  isShownOnly?: true
  /** It can be empty. */
  isOptional?: true
  /** The lowest and the highest number, the latter of a text its length. */
  least?: number
  most?: number
}

/** Settings of one kind. */
export interface SettingSection {
  title: string
  /** What one of them is called; '' if there is one only. */
  noun: string
  fields: Readonly<Record<string, SettingField>>
  /** It has one setting, whose key is the name of the section. */
  isSingle?: true
  /** New ones can be made. */
  canAdd?: true
  /** What the button is called that removes or ends one; absent if there is none. */
  removal?: string
  /** What the page says about them. */
  about: string
}

/** Days of the week, from 1 for Monday. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The fields of the opening hours of a day. @param weekday - 1 for Monday */
export const openingDayFields = (weekday: number) => [`opens${weekday}`, `closes${weekday}`] as const

/** The fields of the opening hours: two times for each day, or none for a day that is closed. */
const hoursFields: Readonly<Record<string, SettingField>> = Object.fromEntries(
  weekdayNames.flatMap((name, at): [string, SettingField][] => {
    const [opens, closes] = openingDayFields(at + 1)
    return [
      [opens, { label: `Opens on ${name}`, kind: 'time', isOptional: true }],
      [closes, { label: `Closes on ${name}`, kind: 'time', isOptional: true }],
    ]
  }),
)

const shortText = { kind: 'text', most: 100 } as const

/** The settings that the office changes, in the order of their pages. */
export const settingSections = {
  slots: {
    title: 'Slots',
    noun: 'window',
    about: 'When orders are delivered or collected in a week, in the store’s time. Orders keep the time they have.',
    canAdd: true,
    removal: 'Remove',
    fields: {
      method: { label: 'Delivery method', kind: 'choice', isKey: true },
      weekday: { label: 'Day', kind: 'choice', isKey: true },
      from: { label: 'From', kind: 'time', isKey: true },
      to: { label: 'To', kind: 'time' },
      places: { label: 'Orders', kind: 'whole', most: 9999, hint: 'How many orders a slot takes' },
      cutOff: {
        label: 'Cut-off',
        kind: 'whole',
        most: 1000,
        hint: 'Hours before its start until which it can be ordered for',
      },
    },
  },
  'closed-days': {
    title: 'Closed days',
    noun: 'closed day',
    about: 'Days without slots.',
    canAdd: true,
    removal: 'Remove',
    fields: { day: { label: 'Day', kind: 'day', isKey: true } },
  },
  methods: {
    title: 'Delivery methods',
    noun: 'delivery method',
    about: 'What the checkout offers.',
    fields: {
      name: { label: 'Name', ...shortText },
      description: { label: 'Description', kind: 'text', most: 200, isOptional: true },
      fee: {
        label: 'Fee',
        kind: 'amount',
        isOptional: true,
        hint: 'Empty for the fee of the post code, or the standard fee',
      },
      days: {
        label: 'Days of slots',
        kind: 'whole',
        least: 1,
        most: 60,
        hint: 'For how many days slots are offered, today included',
      },
    },
  },
  delivery: {
    title: 'Fees and minimum',
    noun: '',
    about: 'What an order has to come to, and what delivery costs.',
    isSingle: true,
    fields: {
      standardFee: {
        label: 'Standard fee',
        kind: 'amount',
        hint: 'For delivery methods without a fee of their own, to post codes without one',
      },
      minimum: { label: 'Minimum order', kind: 'amount', hint: 'Before discounts and delivery; 0 for none' },
      byPostCode: {
        label: 'Fee by post code',
        kind: 'check',
        hint: 'Otherwise the standard fee is that of every post code',
      },
      limitsArea: { label: 'Delivery area only', kind: 'check', hint: 'Nothing is delivered to other suburbs' },
    },
  },
  fees: {
    title: 'Fees by post code',
    noun: 'post code',
    about: 'What delivery to a post code costs, with delivery methods that have no fee of their own.',
    canAdd: true,
    removal: 'Remove',
    fields: {
      postCode: { label: 'Post code', kind: 'text', most: 12, isKey: true },
      fee: { label: 'Fee', kind: 'amount' },
    },
  },
  areas: {
    title: 'Delivery area',
    noun: 'suburb',
    about: 'The suburbs that address forms suggest, and which of them are in the delivery area.',
    canAdd: true,
    removal: 'Remove',
    fields: {
      name: { label: 'Suburb', kind: 'text', most: 60, isKey: true },
      postCode: { label: 'Post code', kind: 'text', most: 12, isKey: true },
      region: { label: 'Region', kind: 'choice', isKey: true },
      served: { label: 'In the delivery area', kind: 'check' },
    },
  },
  hours: {
    title: 'Opening hours',
    noun: '',
    about: 'When the shop is open, as its pages say it. A day without times is closed.',
    isSingle: true,
    fields: hoursFields,
  },
  coupons: {
    title: 'Coupons',
    noun: 'coupon',
    about: 'Codes that shoppers enter in the cart. Orders keep the discount that they were placed with.',
    canAdd: true,
    removal: 'End',
    fields: {
      code: { label: 'Code', kind: 'text', most: 30, isKey: true },
      kind: { label: 'Kind', kind: 'choice' },
      discount: { label: 'Discount', kind: 'decimal', hint: 'Percent or dollars of the goods' },
      description: { label: 'Description', kind: 'text', most: 200, isOptional: true },
      minimum: { label: 'Minimum', kind: 'amount', isOptional: true, hint: 'Of the goods; empty for none' },
      usesLimit: {
        label: 'Uses at most',
        kind: 'whole',
        least: 1,
        most: 1_000_000,
        isOptional: true,
        hint: 'Empty for any number',
      },
      used: { label: 'Used', kind: 'whole', isShownOnly: true },
      from: { label: 'From', kind: 'day', isOptional: true, hint: 'The first day; empty for at once' },
      until: { label: 'Until', kind: 'day', isOptional: true, hint: 'The last day; empty for no end' },
      state: { label: 'State', kind: 'text', isShownOnly: true },
    },
  },
  banners: {
    title: 'Banners',
    noun: 'banner',
    about: 'The pictures at the top of the home page, in the order of their position.',
    canAdd: true,
    removal: 'Remove',
    fields: {
      text: {
        label: 'Text',
        kind: 'text',
        most: 200,
        hint: 'A headline, a full stop and a sentence, for people who do not see the picture',
      },
      picture: { label: 'Picture', kind: 'choice' },
      link: { label: 'Link', kind: 'text', most: 300, hint: 'A path of the shop, such as /main/product-list/0' },
      position: { label: 'Position', kind: 'whole', most: 999 },
      shown: { label: 'Shown', kind: 'check' },
    },
  },
} as const satisfies Record<string, SettingSection>

/** The name of a section in paths. */
export type SectionName = keyof typeof settingSections
export const sectionNames = Object.keys(settingSections) as SectionName[]

/** Whether a text names a section. */
export const isSectionName = (text: string): text is SectionName => Object.hasOwn(settingSections, text)

/** A section, with its fields by name. */
export const sectionOf = (name: SectionName): SettingSection => settingSections[name]

/** Values by the name of their field. */
export type SettingValues = Readonly<Record<string, string>>

/** The key of a setting that is being made. */
export const newKey = 'new'

/** A setting in the list of its section. */
const settingRow = type({ key: string(), name: string(), values: record(string(), string()) })
export type SettingRow = Infer<typeof settingRow>

const settingOption = type({ value: string(), label: string() })
export type SettingOption = Infer<typeof settingOption>

/** The options of fields with a choice, by the name of the field. */
const settingChoices = record(string(), array(settingOption))

/** A slot that is not over, and how many orders it has. */
const takenSlot = type({
  slotId: string(),
  methodName: string(),
  startsAt: string(),
  endsAt: string(),
  capacity: number(),
  taken: number(),
})
export type TakenSlot = Infer<typeof takenSlot>

/** The settings of a section. */
const settingList = type({
  rows: array(settingRow),
  choices: settingChoices,
  /** With the section of slots. */
  slots: optional(array(takenSlot)),
})
export type SettingList = Infer<typeof settingList>

/** A setting. `version` increases with each change. */
const officeSetting = type({
  ...settingRow.schema,
  version: number(),
  choices: settingChoices,
  /** Its changes, oldest first. */
  history: array(officeChange),
})
export type OfficeSetting = Infer<typeof officeSetting>

/** New values, if no person has changed the setting since `version`. What is omitted stays. */
const settingChange = type({ version: number(), values: record(string(), string()) })
export type SettingChange = Infer<typeof settingChange>

/** The calls about settings. The key `new` reads what a new one starts with, and makes it. */
export const officeSettingRoutes = {
  officeSettings: read('/settings/{section}', one(settingList)),
  officeSetting: read('/settings/{section}/{key}', one(officeSetting)),
  officeChangeSetting: write('POST', '/settings/{section}/{key}', settingChange, one(officeSetting)),
  officeRemoveSetting: write('POST', '/settings/{section}/{key}/removal', type({ version: number() }), nothing),
} as const

/** The highest amount in dollars. */
const highestAmount = 99_999

/** A value in its one form, or what is wrong with it. */
type Reading = { value: string; error?: undefined } | { value?: undefined; error: string }

/**
 * Reads what was entered in a field. Whether the calendar has a day is checked by the gateway.
 *
 * @param options - of a choice
 */
export function readSettingField(
  { kind, isOptional, least = 0, most }: SettingField,
  typed: string,
  options: readonly SettingOption[] = [],
): Reading {
  const text = kind === 'text' || kind === 'choice' ? typed.trim() : plainText(typed)
  if (isBlank(text)) return isOptional ? { value: '' } : { error: emptyErrors[kind] ?? 'Please fill this in' }
  switch (kind) {
    case 'text':
      return text.length > (most ?? Infinity) ? { error: `Please enter at most ${most} characters` } : { value: text }
    case 'amount':
    case 'decimal':
      return /^\d{1,5}(?:\.\d{1,2})?$/.test(text) && Number(text) <= highestAmount && Number(text) >= least
        ? { value: Number(text).toFixed(2) }
        : { error: emptyErrors[kind]! }
    case 'whole': {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN
      return number >= least && number <= (most ?? Infinity)
        ? { value: String(number) }
        : { error: `Please enter a whole number from ${least}${most === undefined ? '' : ` to ${most}`}` }
    }
    case 'time':
      return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? { value: text } : { error: emptyErrors.time! }
    case 'day':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? { value: text } : { error: emptyErrors.day! }
    case 'check':
      return text === 'yes' || text === 'no' ? { value: text } : { error: 'Please choose yes or no' }
    case 'choice':
      return options.some(({ value }) => value === text) ? { value: text } : { error: emptyErrors.choice! }
  }
}

const emptyErrors: Partial<Record<SettingKind, string>> = {
  amount: 'Please enter an amount such as 12.50',
  decimal: 'Please enter a number such as 12.50',
  whole: 'Please enter a whole number',
  time: 'Please enter a time such as 09:00',
  day: 'Please enter a day',
  choice: 'Please choose one',
}

/** A value as the office shows it. */
export function settingText({ kind }: SettingField, value: string, options: readonly SettingOption[] = []): string {
  if (kind === 'choice') return options.find(option => option.value === value)?.label ?? value
  if (kind === 'check') return value === 'yes' ? 'Yes' : 'No'
  if (value === '') return 'none'
  return kind === 'amount' ? `$${value}` : value
}
