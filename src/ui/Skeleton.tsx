import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

interface Props {
  /** `text` for a line, `pill` for a button, `block` for anything else. */
  shape?: 'text' | 'pill' | 'block'
  /** CSS lengths; a line fills its container by default. */
  width?: string
  height?: string
}

/** A placeholder of the size of content that is loading. A group of them needs one visually hidden 'Loading'. */
export function Skeleton({ shape = 'text', width, height }: Props) {
  const size: CSSProperties = { inlineSize: width, blockSize: height }
  return <span className={styles.skeleton} data-shape={shape} style={size} aria-hidden="true" />
}
