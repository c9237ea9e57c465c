import type { Elements } from '../ui/elements.ts'
import { useLocation } from 'react-router-dom'
import { titleAt, type Path } from '#contract/paths'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { topLinks } from '../menus/links.ts'
import { legalLinks } from '../menus/page-links.ts'
import { scrollFocusedIntoView } from '../ui/focus.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './InformationPage.module.css'

interface Props {
  path: Path
  lead: string
  children: Elements
}

/** A page of text, with links to the others below it. */
export function InformationPage({ path, lead, children }: Props) {
  const title = titleAt(path)
  const { pathname } = useLocation()
  return (
    <>
      <PageTitle text={title} />
      <Breadcrumb trail={[{ name: title }]} />
      <div className={styles.page}>
        <article className={styles.text}>
          <header>
            <h1 tabIndex={-1}>{title}</h1>
            <p className={styles.lead}>{lead}</p>
          </header>
          {children}
        </article>
        <nav className={styles.help} aria-label="Help pages" data-screen-only>
          <ul>
            {[...topLinks.slice(1), ...legalLinks].map(({ name, to }) => (
              <li key={to}>
                <a href={to} aria-current={to === pathname ? 'page' : undefined} onFocus={scrollFocusedIntoView}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  )
}

/** A section with a heading. */
export function Passage({ heading, children }: { heading: string; children: Elements }) {
  return (
    <section className={styles.passage}>
      <h2>{heading}</h2>
      {children}
    </section>
  )
}
