import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Carousel.module.css'

interface Props {
  label: string
  heading?: ReactNode
  /** Number of slides; 0 hides the controls. */
  count: number
  index: number
  playing: boolean
  onToggle: () => void
  onTurn: (way: 1 | -1) => void
}

/** Pause, previous and next. Pause is first in the tab order (WCAG 2.2.2), wherever it is displayed. */
export function CarouselControls({ label, heading, count, index, playing, onToggle, onTurn }: Props) {
  return (
    <div className={styles.head}>
      <span>{heading}</span>
      {count > 0 && (
        <div className={styles.controls} data-screen-only>
          <button
            type="button"
            className={styles.pause}
            aria-label={`${playing ? 'Pause' : 'Play'}: ${label}`}
            onClick={onToggle}
          >
            <Icon of={playing ? 'pause' : 'play'} size="small" />
          </button>
          <button type="button" className={styles.arrow} aria-label={`Previous: ${label}`} onClick={() => onTurn(-1)}>
            <Icon of="chevron-left" />
          </button>
          <span className={styles.dots} aria-hidden="true">
            {Array.from({ length: count }, (_, at) => (
              <i key={at} data-on={at === index || undefined} />
            ))}
          </span>
          <button type="button" className={styles.arrow} aria-label={`Next: ${label}`} onClick={() => onTurn(1)}>
            <Icon of="chevron-right" />
          </button>
        </div>
      )}
    </div>
  )
}
