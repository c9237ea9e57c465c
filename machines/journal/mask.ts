/**
 * Property names whose texts are structure: ids, names of events, fields, states and enumerations, which a replay depends on. Every
 * other text is masked.
 */
const structural: ReadonlySet<string> = new Set(
  [
    // entries and snapshots
    'schema build to from type machine kind src status field form is move shownBy visitId who why',
    // pages
    'pathname search page loaded spawned by view sort filters criteria menu list match',
    // the checkout, the payment and the account
    'step done tried touched deliverTo at ticked payment method deliveryMethod discountType about approvedEarly reason use box error offer createOn approveOn placeAnswer buttonFailure currency orderStatus createdAt undone substitution',
    // ids
    'opened picked',
  ].flatMap(names => names.split(' ')),
)
/** Names with such an ending hold ids. */
const isId = (name: string) => /^id$|Id$/.test(name)

/** Texts that are structure under a name that can also hold typed text. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  code: ['refused', 'lost', 'interrupted'],
}

type Holder = Readonly<Record<string, unknown>>
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/** A text of the same length and punctuation, with 'x' for letters and '0' for digits. */
const masked = (text: string) => text.replaceAll(/[\p{L}\p{M}]/gu, 'x').replaceAll(/\p{N}/gu, '0')

/** Parameters of a list's URL that tell nothing of a person. What they name decides which products are requested. */
const listParameters: ReadonlySet<string> = new Set(
  'by view sort page brand origin storage min max special stock'.split(' '),
)

/** Filters whose values can tell a shopper's health or religion, with some values that the contract knows. */
export const personalFilters: ReadonlyMap<string, readonly string[]> = new Map([
  ['diet', 'vegetarian vegan gluten-free halal'.split(' ')],
  ['without', 'gluten wheat barley oats rye crustacean egg fish lupin milk mollusc peanut sesame soy'.split(' ')],
])

/** Each value by another of the same filter, the same for the same one, so that a list takes the same transitions. */
function replaced(text: string, known: readonly string[]): string {
  const parts = text.split(/(,|%2C)/i)
  const values = [...new Set(parts.filter((_part, index) => index % 2 === 0))]
  return parts.map((part, index) => (index % 2 === 0 ? (known[values.indexOf(part)] ?? 'x') : part)).join('')
}

/** The query of a list's URL, or the text of its filters, with search words, diets, allergens and unknown parameters masked. */
const withoutWords = (text: string) =>
  text.replaceAll(/(^|[?&])([^?=&]*)=([^&#]*)/g, (whole, sign: string, name: string, value: string) => {
    const known = personalFilters.get(name)
    if (known) return `${sign}${name}=${replaced(value, known)}`
    return sign === '' || listParameters.has(name) ? whole : `${sign}${name}=x`
  })

const isBlur = ({ type }: Holder) => typeof type === 'string' && type.endsWith('.blurred')

function hiddenText(text: string, name: string, holder: Holder): string {
  const isStructure =
    structural.has(name) || isId(name) || enumerations[name]?.includes(text) || (name === 'name' && isBlur(holder))
  return isStructure ? withoutWords(text) : masked(text)
}

function hidden(value: unknown, name: string, holder: Holder): unknown {
  // `value` beside `status` is a machine's state value
  if (name === 'fingerprints' || (name === 'value' && 'status' in holder)) return value
  if (typeof value === 'string') return hiddenText(value, name, holder)
  if (Array.isArray(value)) return value.map(one => hidden(one, name, holder))
  if (!isHolder(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hidden(one, key, value)]))
}

/**
 * A copy of a journal without any text but its structure: names, addresses, comments, search words, messages and product names are
 * replaced by texts of the same length, so that a replay takes the same transitions.
 *
 * @param journal - a journal or a journal file
 */
export const maskJournal = <Shown extends object>(journal: Shown): Shown => hidden(journal, '', {}) as Shown
