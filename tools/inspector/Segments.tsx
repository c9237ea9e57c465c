import styles from './Segments.module.css'

interface Props<Value> {
  label: string
  value: Value
  options: readonly (readonly [value: Value, words: string])[]
  onChoose: (value: Value) => void
}

/** A choice between a few values, as buttons side by side. */
export const Segments = <Value extends string | number>({ label, value, options, onChoose }: Props<Value>) => (
  <div className={styles.segments} role="group" aria-label={label}>
    {options.map(([one, words]) => (
      <button key={one} type="button" aria-pressed={value === one} onClick={() => onChoose(one)}>
        {words}
      </button>
    ))}
  </div>
)
