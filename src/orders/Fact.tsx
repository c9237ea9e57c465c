import styles from './Fact.module.css'
import { textLines } from './text-lines.tsx'

interface Props {
  name: string
  lines: readonly string[]
}

/** A term and its lines, for a `dl`. */
export function Fact({ name, lines }: Props) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{textLines(lines)}</dd>
    </div>
  )
}
