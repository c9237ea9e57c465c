import { stockStatus } from '#contract/offer'
import type { SuggestedProduct } from '#contract/suggestions'
import type { SuggestionOption } from '#machines/suggestions/suggestion-options'
import { shownOptions } from '#machines/suggestions/suggestions'
import { additionOf, inCart } from '../catalogue/in-cart.ts'
import { pricesOf } from '../catalogue/Saving.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { Icon } from '../ui/Icon.tsx'
import { picture } from '../ui/picture.ts'
import { Price } from '../ui/Price.tsx'
import { ProductName } from '../ui/ProductName.tsx'
import styles from './Suggestions.module.css'

/** Id of the list, which the field names in `aria-controls`. */
const listId = 'suggestions'

/** Id of an option's element. */
export const optionId = (key: string): string => `suggestion-${key}`

/** The key of an option, from the id of its element. */
export const optionKey = (id: string): string => id.slice(optionId('').length)

const groupNames = { product: 'Products', aisle: 'Aisles', brand: 'Brands', search: 'Recent searches' } as const

const icons = { aisle: 'layout-grid', brand: 'list', search: 'history' } as const

/** Changed texts are the only child of their element, so that a translated page shows them. */
const countText = (options: readonly SuggestionOption[], isBusy: boolean): string => {
  if (isBusy || options.length === 0) return ''
  const isSimilar = options.some(option => option.kind === 'product' && option.product.isSimilar)
  return `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}${isSimilar ? ', similar products' : ''}`
}

/**
 * The list of suggestions below the search field, which keeps the focus. An option has no controls of its own, because assistive technology
 * does not find them there: its buttons come after the list, and the grid places them on the option's row.
 *
 * @param onLeave - called when a button with the focus is removed
 */
export function Suggestions({ onLeave }: { onLeave: () => void }) {
  const options = useActor('suggestions', shownOptions)
  const active = useActor('suggestions', ({ context }) => context.activeId)
  const isBusy = useActor('suggestions', snapshot => snapshot.hasTag('busy'))
  const send = useSend('suggestions')
  const kinds = (Object.keys(groupNames) as (keyof typeof groupNames)[]).filter(kind =>
    options.some(option => option.kind === kind),
  )
  // each group has a row for its name
  const rowOf = (option: SuggestionOption) => options.indexOf(option) + kinds.indexOf(option.kind) + 2
  return (
    <>
      <Announcer text={countText(options, isBusy)} />
      {options.length > 0 && (
        <div className={styles.sheet}>
          <div className={styles.list} role="listbox" id={listId} aria-label="Suggestions">
            {kinds.map(kind => (
              <div key={kind} className={styles.group} role="group" aria-labelledby={`${listId}-${kind}`}>
                <span className={styles.heading} id={`${listId}-${kind}`}>
                  {groupNames[kind]}
                </span>
                {options
                  .filter(option => option.kind === kind)
                  .map(option => (
                    <div
                      key={option.key}
                      className={styles.option}
                      style={{ gridRow: rowOf(option) }}
                      role="option"
                      id={optionId(option.key)}
                      aria-selected={option.key === active}
                    >
                      <Content option={option} />
                    </div>
                  ))}
              </div>
            ))}
          </div>
          {options.map(option => (
            <div key={option.key} className={styles.action} style={{ gridRow: rowOf(option) }}>
              {option.kind === 'product' && option.product.stockStatusId === stockStatus.inStock && (
                <AddButton product={option.product} />
              )}
              {option.kind === 'search' && (
                <button
                  type="button"
                  aria-label={`Remove ${option.text} from recent searches`}
                  onClick={() => {
                    onLeave()
                    send({ type: 'suggestions.remove', text: option.text })
                  }}
                >
                  <Icon of="x" />
                </button>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function Content({ option }: { option: SuggestionOption }) {
  if (option.kind !== 'product')
    return (
      <>
        <Icon of={icons[option.kind]} />
        <span className={styles.name} translate={option.kind === 'aisle' ? undefined : 'no'}>
          {option.text}
        </span>
      </>
    )
  const { name, thumbnail, stockStatusId, isSimilar } = option.product
  return (
    <>
      <img {...picture(thumbnail, [320], '48px')} width="48" height="48" alt="" decoding="async" />
      <span className={styles.name}>
        <ProductName name={name} />
      </span>
      <span className={styles.facts}>
        <Price {...pricesOf(option.product)} />
        {isSimilar && <small>Similar</small>}
        {stockStatusId === stockStatus.outOfStock && <small>Out of stock</small>}
      </span>
    </>
  )
}

/** Adds a product to the cart without leaving the list. */
function AddButton({ product }: { product: SuggestedProduct }) {
  const { count, adding } = useActor('cart', ({ context }) => inCart(context, product.id))
  const send = useSend('cart')
  return (
    <button
      type="button"
      aria-label={`Add ${product.name} to cart${count > 0 ? `, ${count} in cart` : ''}`}
      aria-busy={adding || undefined}
      data-held={count > 0 || undefined}
      onClick={() => send(additionOf(product, 1, 'list'))}
    >
      {count > 0 ? <b>{count}</b> : <Icon of="plus" />}
    </button>
  )
}
