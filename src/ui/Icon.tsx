import { icons, type IconName } from './icons.ts'
import styles from './Icon.module.css'

interface Props {
  of: IconName
  size?: 'small' | 'large'
}

/** In the browser they are read from the document (`iconsMarkup`), so that the path data is not part of the code. */
const paths = import.meta.env.SSR
  ? icons
  : (JSON.parse(document.getElementById('icons')?.textContent ?? '{}') as Partial<typeof icons>)

/** A decorative icon. Hidden from screen readers: it needs text beside it. */
export function Icon({ of, size }: Props) {
  return (
    <svg className={styles.icon} data-size={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[of]} />
    </svg>
  )
}
