import mark from '../assets/mark.svg?no-inline'
import styles from './Loading.module.css'

interface Props {
  /** Something that the whole page depends on is in progress. */
  shown: boolean
  /** What is in progress: 'Placing your order'. */
  text?: string | null
}

/** The overlay while the whole page waits. It becomes visible after 200 ms; its live region is always in the page. */
export function Loading({ shown, text }: Props) {
  return (
    <div role="status">
      {shown && (
        <div className={styles.overlay}>
          <div className={styles.box}>
            <img src={mark} width="56" height="67" alt="" />
            {text ? <span>{text}</span> : <span className="vh">Loading</span>}
          </div>
        </div>
      )}
    </div>
  )
}
