import { scrollFocusedIntoView } from '../ui/focus.ts'
import { Icon } from '../ui/Icon.tsx'
import { groups } from './account-links.ts'
import styles from './AccountNav.module.css'

/** The account's side menu; on a phone a row above the content that scrolls sideways. */
export function AccountNav({ id, current }: { id: string; current: string }) {
  const here = (to: string) => (to === current ? 'page' : undefined)
  return (
    <nav id={id} className={styles.nav} aria-label="Manage Account" data-screen-only>
      {groups.map(({ heading, to, links }) => (
        <section key={heading}>
          <h2 data-link={to ? '' : undefined}>
            {to ? (
              <a href={to} aria-current={here(to)} ref={here(to) && scrollIntoRow} onFocus={scrollFocusedIntoView}>
                {heading}
              </a>
            ) : (
              heading
            )}
          </h2>
          <ul>
            {links.map(({ name, to, icon }) => (
              <li key={to}>
                <a href={to} aria-current={here(to)} ref={here(to) && scrollIntoRow} onFocus={scrollFocusedIntoView}>
                  <Icon of={icon} size="small" />
                  <span>{name}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Ref: scrolls the current page's link into view if the menu is a row. */
const scrollIntoRow = (link: HTMLElement | null) => {
  const row = link?.closest('nav')
  if (link && row) row.scrollLeft = link.offsetLeft - row.offsetLeft - 24
}
