import mark from '../assets/mark.svg'
import styles from './Loading.module.css'

interface Props {
  /** Something is in progress that must not be interrupted. */
  shown: boolean
  /** What is in progress: 'Placing your order'. */
  text: string
}

/** The overlay over the whole page while it waits. It becomes visible after 200 ms; its live region is always in the page. */
export function Loading({ shown, text }: Props) {
  return (
    <div role="status">
      {shown && (
        <div className={styles.overlay}>
          <div className={styles.box}>
            <img src={mark} width="56" height="67" alt="" />
            <span>{text}</span>
          </div>
        </div>
      )}
    </div>
  )
}
