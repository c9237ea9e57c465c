import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'

interface Props {
  /** Number of rows. */
  count: number
  /** Pixels. */
  height: number
  /** The row that is scrolled into view; -1 before the first. */
  current: number
  className?: string
  label: string
  /** Id of the element of a row. */
  idOf: (row: number) => string
  onChoose: (row: number) => void
  /** Renders a row, whose element has its number as `data-row`. */
  children: (row: number) => ReactNode
}

/** Rows drawn above and below the visible ones. */
const spare = 6

/** A list of any length that renders only the visible rows. */
export function VirtualList({ count, height, current, className, label, idOf, onChoose, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ top: 0, height: 0 })
  const look = ({ scrollTop, clientHeight }: HTMLElement) =>
    // whole rows, so that a list does not render for each pixel
    setSeen(known => {
      const next = { top: Math.floor(scrollTop / height), height: clientHeight }
      return known.top === next.top && known.height === next.height ? known : next
    })
  useLayoutEffect(() => {
    const element = box.current!
    const observer = new ResizeObserver(() => setSeen(known => ({ ...known, height: element.clientHeight })))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = box.current!
    if (current >= count || seen.height === 0) return
    const [top, end] = [Math.max(current, 0) * height, (current + 1) * height]
    if (top < element.scrollTop) element.scrollTop = top
    else if (end > element.scrollTop + seen.height) element.scrollTop = end - seen.height
  }, [current, count, height, seen.height])

  const inSight = Math.ceil(seen.height / height) + 1
  const first = Math.max(0, Math.min(seen.top, count - inSight) - spare)
  const length = Math.max(0, Math.min(count - first, inSight + 2 * spare))
  const rows = Array.from({ length }, (_, index) => first + index)
  const choose = ({ target }: MouseEvent) => {
    const row = (target as Element).closest('[data-row]')?.getAttribute('data-row')
    if (row) onChoose(Number(row))
  }
  const moves: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: 2 - inSight, PageDown: inSight - 2 }
  const move = (event: KeyboardEvent) => {
    const by = moves[event.key]
    if (by === undefined || count === 0) return
    event.preventDefault()
    event.stopPropagation()
    onChoose(Math.min(Math.max(current + by, 0), count - 1))
  }
  return (
    <div
      ref={box}
      className={className}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows.includes(current) ? idOf(current) : undefined}
      onScroll={event => look(event.currentTarget)}
      onClick={choose}
      onKeyDown={move}
    >
      <div style={{ height: count * height, position: 'relative' }}>
        <div style={{ position: 'absolute', insetInline: 0, top: first * height }}>{rows.map(children)}</div>
      </div>
    </div>
  )
}
