import type { Category } from '#contract/product'
import { Icon } from '../ui/Icon.tsx'
import { picture } from '../ui/picture.ts'
import { categoryPath } from '#contract/list-paths'
import styles from './CategoryTree.module.css'

interface Props {
  /** Prefix of element ids: two trees can be on one page. */
  id: string
  categories: readonly Category[]
  /** Ids of the expanded categories. */
  expanded: readonly number[]
  /** The category whose products are shown; null elsewhere. */
  current: number | null
  onToggle: (id: number) => void
  onFollow?: () => void
}

/**
 * The category tree. A category with sub-categories expands; its first item links to all of its products. The branch of the
 * current page is expanded. A category without sub-categories links to its products. Without JavaScript all categories are
 * links: see server/document.ts.
 */
export function CategoryTree({ id, categories, expanded, current, onToggle, onFollow }: Props) {
  const linkTo = ({ id, title, image }: Category) => (
    <a
      key={id}
      className={styles.aisle}
      href={categoryPath(id)}
      aria-current={current === id ? 'page' : undefined}
      onClick={onFollow}
    >
      <Picture image={image} />
      <span>{title}</span>
    </a>
  )
  return (
    <>
      <ul>
        {categories.map(category => {
          const { title, image, children } = category
          // the branch of the current page is expanded unless `expanded` has its negative id, which a click on it stores
          const isCurrent = category.id === current || children.some(child => child.id === current)
          const key = isCurrent ? -category.id : category.id
          const open = expanded.includes(key) !== isCurrent
          if (!category.hasChildren || children.length === 0) return <li key={category.id}>{linkTo(category)}</li>
          const shelf = `${id}-${category.id}`
          return (
            <li key={category.id}>
              <button
                type="button"
                className={styles.aisle}
                aria-expanded={open}
                aria-controls={open ? shelf : undefined}
                onClick={() => onToggle(key)}
              >
                <Picture image={image} />
                <span>{title}</span>
                <Icon of="chevron-right" size="small" />
              </button>
              {open && (
                <ul id={shelf} className={styles.shelf}>
                  {[{ id: category.id, title: `All ${title}` }, ...children].map(child => (
                    <li key={child.id}>
                      <a
                        href={categoryPath(child.id)}
                        aria-current={current === child.id ? 'page' : undefined}
                        onClick={onFollow}
                      >
                        {child.title}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
      <noscript>{categories.map(linkTo)}</noscript>
    </>
  )
}

function Picture({ image }: { image?: string | null | undefined }) {
  return image ? (
    <img {...picture(image)} width="36" height="36" alt="" loading="lazy" />
  ) : (
    <span className={styles.blank} />
  )
}
