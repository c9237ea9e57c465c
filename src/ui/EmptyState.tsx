import type { ReactNode, Ref } from 'react'
import styles from './EmptyState.module.css'

interface Props {
  /** URL of a decorative picture of 210 x 168. */
  picture?: string
  heading: string
  /** 1 if it is the heading of the page, which gets the focus when the page opens. */
  level?: 1 | 2 | 3
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** Shown instead of missing content: a picture, what happened, and one thing to do. */
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
