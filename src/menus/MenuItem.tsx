import { Icon } from '../ui/Icon.tsx'
import type { IconName } from '../ui/icons.ts'
import styles from './MenuItem.module.css'

interface Props {
  name: string
  to: string
  icon: IconName | undefined
  onFollow: () => void
}

/** A link of the account's dropdown or of the drawer. */
export const MenuItem = ({ name, to, icon, onFollow }: Props) => (
  <li>
    <a className={styles.item} href={to} onClick={onFollow}>
      {icon && <Icon of={icon} />}
      <span>{name}</span>
    </a>
  </li>
)
