import type { ReactNode, Ref } from 'react'
import styles from './EmptyState.module.css'

interface Props {
  /** The address of a picture of 210 x 168; it decorates. */
  picture?: string
  heading: string
  /** 1 where it is the heading of the page: it then takes the focus on arrival. */
  level?: 1 | 2 | 3
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
  /** The one thing to do. */
  action?: ReactNode
}

/** What stands where nothing is: a picture, what happened, and one way on. */
export function EmptyState({ picture, heading, level = 2, headingRef, children, action }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.state}>
      {picture && <img src={picture} width="210" height="168" alt="" />}
      <Heading ref={headingRef} tabIndex={level === 1 ? -1 : undefined}>
        {heading}
      </Heading>
      {children && <div className={styles.words}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
