import { useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './Tabs.module.css'

/** A panel with its tab. */
export interface Tab {
  /** Unique in the document: a part of the ids of tab and panel. */
  id: string
  title: string
  content: ReactNode
}

interface Props {
  label: string
  /** At least one; the first is open at first. */
  tabs: readonly Tab[]
}

/**
 * Tabs as the ARIA practices describe them: the arrow keys, Home and End move and open, and only the open tab is in the tab order. Closed panels are in
 * the document, so that a browser without JavaScript can show them all: there, the first tab is the title of the first panel, and the others have their own.
 */
export function Tabs({ label, tabs }: Props) {
  const [chosen, choose] = useState(tabs[0]!.id)
  const open = Math.max(
    0,
    tabs.findIndex(({ id }) => id === chosen),
  )
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = targetOf(event, open, tabs.length)
    if (to === null) return
    event.preventDefault()
    choose(tabs[to]!.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[to]!.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={move} tabIndex={-1}>
        {tabs.map(({ id, title }, at) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={id}
            aria-selected={at === open}
            aria-controls={`${id}-panel`}
            tabIndex={at === open ? 0 : -1}
            onClick={() => choose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ id, title, content }, at) => (
        <section
          key={id}
          role="tabpanel"
          id={`${id}-panel`}
          className={styles.panel}
          aria-labelledby={id}
          tabIndex={0}
          hidden={at !== open}
        >
          {at > 0 && (
            <noscript>
              <h2>{title}</h2>
            </noscript>
          )}
          <div>{content}</div>
        </section>
      ))}
    </>
  )
}

/** The tab that a key leads to; null for other keys. The arrow keys follow the direction of the page's language. */
function targetOf({ key, currentTarget }: KeyboardEvent<HTMLDivElement>, open: number, count: number): number | null {
  const next = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  return (open + (key === next ? 1 : count - 1)) % count
}
