import mark from '../assets/mark.svg?no-inline'
import { store } from '../store/store.ts'
import styles from './Wordmark.module.css'

/** The store's name with its lantern; links to the home page. */
export function Wordmark({ onFollow }: { onFollow?: () => void }) {
  return (
    <a className={styles.wordmark} href="/" onClick={onFollow}>
      <img src={mark} width="40" height="48" alt="" />
      <span translate="no">
        <b>{store.wordmark.first}</b> <small>{store.wordmark.second}</small>
      </span>
      <span className="vh">, home</span>
    </a>
  )
}
