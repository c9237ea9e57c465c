import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

interface Props {
  /** `text` a line, `pill` a button, `block` anything else. */
  shape?: 'text' | 'pill' | 'block'
  /** CSS lengths; a line is as wide as its place. */
  width?: string
  height?: string
}

/** The ground of something that is still on its way, in its true size; say 'Loading' once beside a group of them. */
export function Skeleton({ shape = 'text', width, height }: Props) {
  const size: CSSProperties = { inlineSize: width, blockSize: height }
  return <span className={styles.skeleton} data-shape={shape} style={size} aria-hidden="true" />
}
