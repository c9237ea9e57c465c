import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Notice.module.css'

const icons = { bad: 'circle-alert', ok: 'check', gold: 'ticket-percent', plain: 'info' } as const

interface Props {
  /** `bad` what went wrong, `ok` what is done, `gold` prices and specials, `plain` everything else. */
  tone?: keyof typeof icons
  children: ReactNode
  action?: ReactNode
  /** It comes while the page is being used, so it is read out: 'alert' at once, 'status' when there is a pause. */
  role?: 'alert' | 'status'
}

/** Something the shopper should know, where it belongs on the page. */
export function Notice({ tone = 'plain', children, action, role }: Props) {
  return (
    <div className={styles.notice} data-tone={tone} role={role}>
      <Icon of={icons[tone]} />
      <div className={styles.words}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
