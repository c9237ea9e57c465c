import styles from './Fact.module.css'

interface Props {
  name: string
  lines: readonly string[]
}

/** A few lines under their name, in a list of such facts. */
export function Fact({ name, lines }: Props) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{lines.join('\n')}</dd>
    </div>
  )
}
