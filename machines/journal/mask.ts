/** Property names that hold personal data, at any depth. */
const personal: readonly string[] = [
  'firstName',
  'lastName',
  'email',
  'telephone',
  'company',
  'address1',
  'address2',
  'city',
  'postCode',
  'comment',
  'welcomed',
]
/** Property names whose value is masked if it equals something the shopper typed. */
const typed: readonly string[] = ['text', 'code', 'couponCode']
/** Property names whose values the machines depend on; never masked. */
const structural = /^(to|from|type|kind|src|schema|field|form)$|[iI]d$/
/** Minimum length in UTF-16 code units for masking a text inside other texts; shorter ones are part of too many words. */
const shortest = 4

type Holder = Readonly<Record<string, unknown>>
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/** A text of the same length and punctuation, with 'x' for letters and '0' for digits. */
const masked = (text: string) => text.replaceAll(/[\p{L}\p{M}]/gu, 'x').replaceAll(/\p{N}/gu, '0')

const isTypedEvent = ({ type, value }: Holder) =>
  typeof value === 'string' && typeof type === 'string' && /\.typed(Comment)?$/.test(type)

/** Texts that the shopper typed. */
interface Texts {
  /** Personal data. */
  personal: Set<string>
  all: Set<string>
}

function gather(value: unknown, texts: Texts): Texts {
  if (!isHolder(value)) return texts
  for (const [name, one] of Object.entries(value)) {
    const isPersonal = personal.includes(name)
    if (typeof one !== 'string' || one === '') gather(one, texts)
    else if (isPersonal || (name === 'value' && isTypedEvent(value))) {
      texts.all.add(one)
      if (isPersonal || 'field' in value) texts.personal.add(one)
    }
  }
  return texts
}

/** A text without anything that the shopper typed. */
function hiddenText(text: string, name: string, holder: Holder, { personal: own, all }: Texts): string {
  const isTyped = (name === 'value' && isTypedEvent(holder)) || (typed.includes(name) && all.has(text))
  if (personal.includes(name) || isTyped) return masked(text)
  if (structural.test(name)) return text
  if (name === 'search') return text.replace(/([?&]q=)[^&]*/, '$1x')
  let left = text
  for (const one of own) if (one.length >= shortest) left = left.replaceAll(one, masked(one))
  return left
}

function hidden(value: unknown, name: string, holder: Holder, texts: Texts): unknown {
  if (typeof value === 'string') return hiddenText(value, name, holder, texts)
  if (Array.isArray(value)) return value.map(one => hidden(one, name, holder, texts))
  // `value` beside `status` is a machine's state value
  if (!isHolder(value) || (name === 'value' && 'status' in holder)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hidden(one, key, value, texts)]))
}

/**
 * A copy of a journal without personal data and typed text: names, addresses, e-mail addresses, comments, search words. Each text
 * is replaced by one of the same length wherever it occurs, so that a replay takes the same transitions.
 *
 * @param journal - a journal or a journal file
 */
export const maskJournal = <Shown extends object>(journal: Shown): Shown =>
  hidden(journal, '', {}, gather(journal, { personal: new Set(), all: new Set() })) as Shown
