import mark from '../assets/mark.svg?no-inline'
import styles from './Loading.module.css'

interface Props {
  /** The shop waits for something that concerns the whole page. */
  shown: boolean
  /** What it waits for: 'Placing your order'. */
  text?: string | null
}

/** The overlay of a whole-page wait: the lantern swings. It shows itself after 200 ms; the live region is always there. */
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
