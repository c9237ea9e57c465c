import styles from './Sign.module.css'

/** Icons on a 24 × 24 grid. */
const signs = {
  open: 'M4 19V6h6l2 3h8v2M4 19l3-8h15l-3 8z',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  keys: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M17 14h.01M7 14h.01M10 14h4',
  diagram: 'M4 4h6v6H4zM14 14h6v6h-6zM7 10v7h7',
  sequence: 'M7 4v16M17 4v16M7 9h9M13 6l3 3-3 3M17 16H8M11 13l-3 3 3 3',
  coverage: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  first: 'M7 5v14M18 6l-7 6 7 6',
  back: 'M14 5l-8 7 8 7zM18 5v14',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  on: 'M10 5l8 7-8 7zM6 5v14',
  last: 'M17 5v14M6 6l7 6-7 6',
  search: 'M4 11a7 7 0 1 0 14 0a7 7 0 1 0-14 0M16 16l5 5',
  eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  down: 'M6 9l6 6 6-6',
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3 3',
  file: 'M6 3h8l4 4v14H6zM14 3v5h4M12 11v6M9 14l3 3 3-3',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12l5 5 9-10',
} as const

export type SignName = keyof typeof signs

/** A decorative icon next to text. */
export function Sign({ of }: { of: SignName }) {
  return (
    <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={signs[of]} />
    </svg>
  )
}
