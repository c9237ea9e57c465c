import type { IconName } from './icons.ts'
import styles from './Icon.module.css'

interface Props {
  of: IconName
  size?: 'small' | 'large'
}

/**
 * A drawn sign beside words; it says nothing to a screen reader, so the words must be there. What it draws came with the
 * document: `spriteMarkup` gives each sign the id that is named here.
 */
export function Icon({ of, size }: Props) {
  return (
    <svg className={styles.icon} data-size={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <use href={`#icon-${of}`} />
    </svg>
  )
}
