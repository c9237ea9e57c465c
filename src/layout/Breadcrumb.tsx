import { Icon } from '../ui/Icon.tsx'
import { homePath } from '#contract/paths'
import styles from './Breadcrumb.module.css'

interface Props {
  /** From the outside in; the last is the page itself, whatever its `to` says. */
  trail: readonly { name: string; to?: string }[]
}

/** The path from the home page to this page. */
export function Breadcrumb({ trail }: Props) {
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb" data-screen-only>
      <ol>
        <li>
          <a href={homePath}>Home</a>
        </li>
        {trail.map(({ name, to }, at) => (
          <li key={name}>
            <Icon of="chevron-right" size="small" />
            {at === trail.length - 1 || to === undefined ? (
              <span aria-current={at === trail.length - 1 ? 'page' : undefined}>{name}</span>
            ) : (
              <a href={to}>{name}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
