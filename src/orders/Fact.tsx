import styles from './Fact.module.css'

interface Props {
  name: string
  lines: readonly string[]
}

/** A term and its lines, for a `dl`. */
export function Fact({ name, lines }: Props) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{lines.join('\n')}</dd>
    </div>
  )
}
