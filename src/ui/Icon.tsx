import type { IconName } from './icons.ts'
import styles from './Icon.module.css'

interface Props {
  of: IconName
  size?: 'small' | 'large'
}

/** A decorative icon from the document's sprite (`spriteMarkup`). Hidden from screen readers: it needs text beside it. */
export function Icon({ of, size }: Props) {
  return (
    <svg className={styles.icon} data-size={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <use href={`#icon-${of}`} />
    </svg>
  )
}
