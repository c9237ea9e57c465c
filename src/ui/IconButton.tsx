import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import styles from './IconButton.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name: what it does. */
  label: string
  of: IconName
  size?: 'small' | 'large'
}

/** A round button with an icon only, 44 px wide and high. */
export function IconButton({ label, of, size, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={label}>
      <Icon of={of} size={size} />
    </button>
  )
}
