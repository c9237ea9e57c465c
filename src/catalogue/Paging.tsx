import type { ReactNode } from 'react'
import { pageLinks } from '#machines/catalogue/list'
import { Icon } from '../ui/Icon.tsx'
import styles from './Paging.module.css'

interface Props {
  page: number
  pages: number
  /** Path of a page. */
  pathOf: (page: number) => string
}

/** Links to the pages of a list; renders nothing if there is only one. */
export function Paging({ page, pages, pathOf }: Props) {
  if (pages < 2) return null
  return (
    <nav className={styles.paging} aria-label="Pagination" data-screen-only>
      <ul>
        <li>
          <StepLink to={page > 1 ? pathOf(page - 1) : null} rel="prev">
            <Icon of="chevron-left" />
            <span>Previous</span>
          </StepLink>
        </li>
        {pageLinks(page, pages).map(one => (
          <li key={one}>
            <a href={pathOf(one)} aria-current={one === page ? 'page' : undefined}>
              {one}
            </a>
          </li>
        ))}
        <li>
          <StepLink to={page < pages ? pathOf(page + 1) : null} rel="next">
            <span>Next</span>
            <Icon of="chevron-right" />
          </StepLink>
        </li>
      </ul>
    </nav>
  )
}

/** 'Previous' or 'Next'; disabled on the first or last page. */
function StepLink({ to, rel, children }: { to: string | null; rel: 'prev' | 'next'; children: ReactNode }) {
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
