import { Children, useCallback, useId, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './ScrollRow.module.css'

interface Props {
  /** The heading, and the accessible name of the row. */
  heading: string
  /** The list that the row is the beginning of. */
  seeAll?: string | undefined
  busy?: boolean
  /** Shown in place of the items. */
  instead?: ReactNode
  /** Items of a list, with keys. */
  children: ReactNode
}

/** Which ends of a row are reached; rounding may leave a pixel. */
const endsOf = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) => ({
  start: Math.abs(scrollLeft) <= 1,
  end: Math.abs(scrollLeft) + clientWidth >= scrollWidth - 1,
})

/**
 * A row of items that scrolls sideways and snaps: by a swipe, by its buttons, or because the focus moves to an item. The buttons are shown
 * if not all items fit; at an end a button stays, so that the focus is not lost, and does nothing.
 */
export function ScrollRow({ heading, seeAll, busy, instead, children }: Props) {
  const id = useId()
  const row = useRef<HTMLUListElement>(null)
  const [{ start, end }, setEnds] = useState({ start: true, end: true })
  const follow = () => {
    const ends = endsOf(row.current!)
    setEnds(before => (before.start === ends.start && before.end === ends.end ? before : ends))
  }
  const watch = useCallback((list: HTMLUListElement) => {
    row.current = list
    const observer = new ResizeObserver(() => setEnds(endsOf(list)))
    for (const one of [list, ...list.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  const turn = (way: 1 | -1) => {
    const { clientWidth } = row.current!
    row.current!.scrollBy({ left: way * clientWidth * 0.9 })
  }
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {heading}
        </h2>
        {seeAll && (
          <a className="textlink" href={seeAll} aria-label={`See all: ${heading}`}>
            See all
          </a>
        )}
        {!(start && end) && (
          <div className={styles.turn} data-screen-only>
            <IconButton
              of="chevron-left"
              label={`Previous: ${heading}`}
              aria-disabled={start || undefined}
              onClick={() => turn(-1)}
            />
            <IconButton
              of="chevron-right"
              label={`Next: ${heading}`}
              aria-disabled={end || undefined}
              onClick={() => turn(1)}
            />
          </div>
        )}
      </div>
      {instead ? (
        <div>{instead}</div>
      ) : (
        <ul
          key={Children.count(children)}
          ref={watch}
          className={styles.row}
          aria-busy={busy || undefined}
          onScroll={follow}
        >
          {children}
        </ul>
      )}
    </section>
  )
}
