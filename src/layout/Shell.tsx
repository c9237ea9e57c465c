import type { ReactNode } from 'react'
import styles from './Shell.module.css'

interface Props {
  /** The side menu: the content is then 9 of 12 wide, otherwise 12 of 12. */
  side?: ReactNode
  children: ReactNode
}

/** Side menu and content; the side menu is beside the content from 1025 px on; below that width it is in the drawer. */
export function Shell({ side, children }: Props) {
  return (
    <div className={`wrap ${styles.shell}`} data-side={side ? '' : undefined}>
      {side && <div className={styles.side}>{side}</div>}
      <div className={styles.content}>{children}</div>
    </div>
  )
}
