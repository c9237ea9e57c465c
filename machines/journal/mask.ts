/** Names of fields that hold what people say of themselves, wherever they are. */
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
/** Names of fields that hold other things that were typed, where they are the same to the letter. */
const typed: readonly string[] = ['text', 'code', 'couponCode']
/** Names of fields whose words the charts go by. */
const structural = /^(to|from|type|kind|src|schema|field|form)$|[iI]d$/
/** Texts as short as this are looked for by the names of their fields alone: they are part of too many words. */
const shortest = 4

type Holder = Readonly<Record<string, unknown>>
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/** The same text with other letters and digits: as long, and with its '@' and its spaces where they were. */
const masked = (text: string) => text.replaceAll(/[\p{L}\p{M}]/gu, 'x').replaceAll(/\p{N}/gu, '0')

const isTypedEvent = ({ type, value }: Holder) =>
  typeof value === 'string' && typeof type === 'string' && /\.typed(Comment)?$/.test(type)

/** What was typed: of the shopper themselves, and everything. */
interface Texts {
  own: Set<string>
  all: Set<string>
}

function gather(value: unknown, texts: Texts): Texts {
  if (!isHolder(value)) return texts
  for (const [name, one] of Object.entries(value)) {
    const isPersonal = personal.includes(name)
    if (typeof one !== 'string' || one === '') gather(one, texts)
    else if (isPersonal || (name === 'value' && isTypedEvent(value))) {
      texts.all.add(one)
      if (isPersonal || 'field' in value) texts.own.add(one)
    }
  }
  return texts
}

/** A text in which nothing that was typed is left. */
function hiddenText(text: string, name: string, holder: Holder, { own, all }: Texts): string {
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
  // the states of a chart are no text
  if (!isHolder(value) || (name === 'value' && 'status' in holder)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hidden(one, key, value, texts)]))
}

/**
 * The same journal without what was typed: names, addresses, e-mails, comments, what was searched for. Each text has become
 * another one that is as long, everywhere it occurs, so that charts that are run with it go the same way.
 *
 * @param journal - a journal, or a file of one
 */
export const maskedJournal = <Shown extends object>(journal: Shown): Shown =>
  hidden(journal, '', {}, gather(journal, { own: new Set(), all: new Set() })) as Shown
