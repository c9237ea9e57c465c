import styles from './Icon.module.css'

interface Props {
  /** Path data on 24 x 24, out of `icons.ts` or `pageIcons.ts`. */
  of: string
  size?: 'small' | 'large'
}

/** A drawn sign beside words; it says nothing to a screen reader, so the words must be there. */
export function Icon({ of, size }: Props) {
  return (
    <svg className={styles.icon} data-size={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={of} />
    </svg>
  )
}
