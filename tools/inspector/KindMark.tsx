import { kindWords } from './kinds.ts'
import type { Kind } from './state.ts'
import styles from './KindMark.module.css'

/** The kind of an entry in words, with its colour and shape. */
export const KindMark = ({ kind, isFailed = false }: { kind: Kind; isFailed?: boolean }) => (
  <span className={styles.kind} data-kind={isFailed ? 'failed' : kind}>
    {kindWords[kind]}
  </span>
)
