import type { ReactNode } from 'react'
import { filterCount, filtersIn, filterText, noFilters, parameterOf, type Filters } from '#contract/list-filters'
import { listPath, type ListView } from '#contract/list-paths'
import { formatAmount, toCents, toDollars } from '#contract/money'
import type { Brand, ListFacets } from '#contract/product'
import { chosenFilters, leftOutWords, optionsOf, type ListFilterName } from '#machines/catalogue/filter-options'
import type { Listing } from '#machines/catalogue/list'
import { useKeptPlace } from '../delivery-place/PlaceSummary.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { closeWhenLeft } from '../ui/close-when-left.ts'
import { DraftInput } from '../ui/DraftInput.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './FilterRegion.module.css'

interface Props {
  listing: Listing
  /** As requested: the URL has it before the list follows. */
  view: ListView
}

const formId = 'filters'

/** Opens the sheet if the URL names it: the home page's link 'All filters' does. A window with room for the column shows it at once. */
function watchSheet(form: HTMLFormElement | null) {
  // only passed to refs without a cleanup
  if (form === null) return undefined
  const { defaultView } = form.ownerDocument
  if (defaultView?.location.hash === `#${formId}` && defaultView.getComputedStyle(form).display === 'none')
    form.showPopover?.()
  return closeWhenLeft(form)
}

/**
 * The filters of a list: a column, or a sheet of windows that have no room for one. It is a form that also works without JavaScript; with it, each
 * change is applied at once. Nothing for a gateway without filters.
 */
export function FilterRegion({ listing: { filter, facets, total }, view }: Props) {
  const brands = useActor('catalogue', ({ context }) => context.brands)
  const send = useSend('shop')
  // the first line of the page shows what delivery costs
  useKeptPlace()
  const filters = filtersIn(view.filters)
  // a search without results has nothing to filter
  if (!facets || (total === 0 && view.filters === '')) return null
  const pathWith = (changed: Filters) => listPath(filter, { ...view, page: 1, filters: filterText(changed) })
  const apply = (form: HTMLFormElement) => {
    const chosen = filtersIn(new URLSearchParams(new FormData(form) as unknown as Record<string, string>).toString())
    if (filterText(chosen) !== filterText(filters)) send({ type: 'location.go', to: pathWith(chosen) })
  }
  const count = filterCount(filters)
  const words = leftOutWords(filters, facets)
  const group = { filters, facets, brands, apply }
  return (
    <section className={styles.region} aria-label="Filters" data-screen-only data-parts="">
      <button type="button" className={styles.open} popoverTarget={formId}>
        <Icon of="sliders-horizontal" size="small" />
        <span>{count > 0 ? `Filters (${count})` : 'Filters'}</span>
      </button>
      {count > 0 && (
        <div className={styles.chosen}>
          <ul className={styles.chips} aria-label="Chosen filters">
            {chosenFilters(filters, facets, brands).map(({ name, rest }) => (
              <li key={filterText(rest)}>
                <a className={styles.chip} href={pathWith(rest)} aria-label={`${name}: remove this filter`}>
                  <span>{name}</span>
                  <Icon of="x" size="small" />
                </a>
              </li>
            ))}
            <li>
              <a className={styles.clear} href={pathWith(noFilters)}>
                Clear all
              </a>
            </li>
          </ul>
          {words && <p className={styles.words}>{words}</p>}
        </div>
      )}
      <form
        ref={watchSheet}
        id={formId}
        className={styles.form}
        popover="auto"
        action={listPath(filter).split('?')[0]}
        onSubmit={event => {
          event.preventDefault()
          apply(event.currentTarget)
          event.currentTarget.hidePopover?.()
        }}
      >
        <div className={styles.head}>
          <h2>Filters</h2>
          <IconButton of="x" label="Close filters" popoverTarget={formId} popoverTargetAction="hide" />
        </div>
        <HiddenFields filter={filter} layout={view.layout} />
        <div className={styles.groups}>
          <Group legend="Offers">
            <Option
              name="special"
              value="1"
              text={countedName('On special', facets.special)}
              isChosen={filters.special}
              apply={apply}
            />
            <Option
              name="stock"
              value="1"
              text={countedName('In stock only', facets.stock)}
              isChosen={filters.stock}
              apply={apply}
            />
          </Group>
          <Prices {...group} />
          <Options legend="Diet" name="diet" {...group} />
          <Options legend="Free from" name="without" {...group} />
          {filter.criteria !== 'brand' && <Options legend="Brand" name="brand" {...group} />}
          <Options legend="Origin" name="origin" {...group} />
          <Options legend="Storage" name="storage" {...group} />
        </div>
        <div className={styles.foot} data-submit>
          <Button type="submit" variant="go" wide>
            Show products
          </Button>
        </div>
      </form>
    </section>
  )
}

/** What the list's URL has besides the filters, for a form that is sent without JavaScript. */
function HiddenFields({ filter, layout }: Pick<Listing, 'filter'> & Pick<ListView, 'layout'>) {
  const { criteria, searchCriteria } = filter
  return (
    <>
      <input type="hidden" name="by" value={criteria} />
      {searchCriteria && <input type="hidden" name="q" value={searchCriteria} />}
      {layout === 'list' && <input type="hidden" name="view" value={layout} />}
    </>
  )
}

/** What a group of filters is rendered from. */
interface GroupProps {
  filters: Filters
  facets: ListFacets
  brands: readonly Brand[]
  apply: (form: HTMLFormElement) => void
}

const countedName = (name: string, count: number) => `${name} (${count})`

/** The values of a filter; nothing if the list has none. */
function Options({
  legend,
  name,
  filters,
  facets,
  brands,
  apply,
}: GroupProps & { legend: string; name: ListFilterName }) {
  const options = optionsOf(name, filters, facets, brands)
  if (options.length === 0) return null
  return (
    <Group legend={legend}>
      {options.map(({ value, name: text, count, isChosen }) => (
        <Option
          key={value}
          name={name}
          value={parameterOf(value)}
          text={countedName(text, count)}
          isChosen={isChosen}
          apply={apply}
        />
      ))}
    </Group>
  )
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.options}>{children}</div>
    </fieldset>
  )
}

interface OptionProps extends Pick<GroupProps, 'apply'> {
  name: string
  value: string
  text: string
  isChosen: boolean
}

function Option({ name, value, text, isChosen, apply }: OptionProps) {
  return (
    <label className={styles.option}>
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={isChosen}
        data-rendered={isChosen}
        onChange={event => apply(event.currentTarget.form!)}
      />
      <span>{text}</span>
    </label>
  )
}

const dollars = (cents: number | null) => (cents === null ? '' : String(toDollars(cents)))

function Prices({ filters: { min, max }, facets, apply }: GroupProps) {
  const id = `${formId}-prices`
  const fields = [
    ['min', 'Min $', min],
    ['max', 'Max $', max],
  ] as const
  return (
    <fieldset className={styles.group}>
      <legend>Price</legend>
      <div className={styles.prices}>
        {fields.map(([name, label, cents]) => (
          <label key={name} className={styles.price}>
            <span>{label}</span>
            <DraftInput
              name={name}
              value={dollars(cents)}
              inputMode="decimal"
              autoComplete="off"
              aria-describedby={facets.min === null ? undefined : id}
              onLeave={field => apply(field.form!)}
            />
          </label>
        ))}
      </div>
      {facets.min !== null && facets.max !== null && (
        <p id={id} className={styles.words}>
          {`${formatAmount(toCents(facets.min))} to ${formatAmount(toCents(facets.max))} in this list`}
        </p>
      )}
    </fieldset>
  )
}
