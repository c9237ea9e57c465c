import { Sheet } from '#src/ui/Sheet.tsx'
import { keyWords } from './keys.ts'
import styles from './KeyHelp.module.css'

interface Props {
  open: boolean
  onClose: () => void
}

/** The list of keyboard shortcuts. */
export function KeyHelp({ open, onClose }: Props) {
  return (
    <Sheet label="Keys" open={open} onClose={onClose}>
      <div className={styles.help}>
        <h2>Keys</h2>
        <dl>
          {keyWords.map(([keys, words]) => (
            <div key={words}>
              <dt>
                {keys.map(key => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <button type="button" className={styles.close} onClick={onClose}>
          Close
        </button>
      </div>
    </Sheet>
  )
}
