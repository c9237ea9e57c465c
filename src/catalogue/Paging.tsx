import type { ReactNode } from 'react'
import { pageLinks } from '#machines/catalogue/list'
import { Icon } from '../ui/Icon.tsx'
import styles from './Paging.module.css'

interface Props {
  page: number
  pages: number
  /** Where a page stands. */
  addressOf: (page: number) => string
}

/** The way through the pages of a list; nothing where there is only one. */
export function Paging({ page, pages, addressOf }: Props) {
  if (pages < 2) return null
  return (
    <nav className={styles.paging} aria-label="Pagination" data-screen-only>
      <ul>
        <li>
          <End to={page > 1 ? addressOf(page - 1) : null} rel="prev">
            <Icon of="chevron-left" />
            <span>Previous</span>
          </End>
        </li>
        {pageLinks(page, pages).map(one => (
          <li key={one}>
            <a href={addressOf(one)} aria-current={one === page ? 'page' : undefined}>
              {one}
            </a>
          </li>
        ))}
        <li>
          <End to={page < pages ? addressOf(page + 1) : null} rel="next">
            <span>Next</span>
            <Icon of="chevron-right" />
          </End>
        </li>
      </ul>
    </nav>
  )
}

/** Previous or Next; it stays in its place where there is no further page. */
function End({ to, rel, children }: { to: string | null; rel: 'prev' | 'next'; children: ReactNode }) {
  if (to !== null) {
    return (
      <a href={to} rel={rel}>
        {children}
      </a>
    )
  }
  return (
    <span role="link" aria-disabled="true">
      {children}
    </span>
  )
}
