import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Notice.module.css'

const icons = { bad: 'circle-alert', ok: 'check', gold: 'ticket-percent', plain: 'info' } as const

interface Props {
  /** `bad` for errors, `ok` for success, `gold` for prices and specials, `plain` for anything else. */
  tone?: keyof typeof icons
  children: ReactNode
  action?: ReactNode
  /** For a notice that appears while the page is in use: 'alert' is read out at once, 'status' at the next pause. */
  role?: 'alert' | 'status'
}

/** A message with an icon, in the flow of the page. */
export function Notice({ tone = 'plain', children, action, role }: Props) {
  return (
    <div className={styles.notice} data-tone={tone} role={role}>
      <Icon of={icons[tone]} />
      <div className={styles.words}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
