import mark from '#src/assets/mark.svg'
import type { Files } from './files.ts'
import { Sign } from './Sign.tsx'
import styles from './NothingOpen.module.css'

/** The instructions that are shown while no shop is open. */
export function NothingOpen({ files }: { files: Files }) {
  return (
    <div className={styles.nothing}>
      <img src={mark} width={64} height={77} alt="" />
      <h1>No shop is open</h1>
      <p>Open the shop in another tab of this browser, and it appears here by itself. Or open a saved journal.</p>
      <div className={styles.ways}>
        <a className={styles.dark} href="/" target="_blank" rel="noreferrer">
          Open the shop
        </a>
        <button type="button" className={styles.line} onClick={files.open}>
          <Sign of="open" />
          Open a journal <kbd>O</kbd>
        </button>
      </div>
      <div className={styles.drop}>
        <Sign of="file" />
        or drop a journal file anywhere on this page
      </div>
    </div>
  )
}
