import mark from '#src/assets/mark.svg'
import type { Files } from './files.ts'
import type { Tab } from './protocol.ts'
import { Sign } from './Sign.tsx'
import type { Acts, Shown, Source } from './state.ts'
import styles from './TopBar.module.css'

interface Props {
  shown: Shown
  act: Acts
  files: Files
}

function statusOf({ source, mode }: Shown): [state: string, words: string] {
  if (source === null) return ['off', 'No shop connected']
  if (source.is === 'file') return ['file', 'From a file']
  if (!source.isHere) return ['off', 'The tab has gone']
  return mode === 'following' ? ['on', 'Live'] : ['past', 'Looking back']
}

/** A tab's label: its path, and its title without the shop's name. */
const wordsFor = ({ path, title }: Tab) => `${path} · ${title.split(' · ')[0] || 'A shop'}`

const nameOf = (source: Source | null) =>
  source === null ? '' : source.is === 'file' ? source.name : wordsFor(source.tab)

/** The choice of the inspected shop, and the actions on its journal. */
export function TopBar({ shown, act, files }: Props) {
  const { tabs, source } = shown
  const [state, words] = statusOf(shown)
  const chosen = source?.is === 'tab' ? source.tab.id : ''
  const isKnown = tabs.some(({ id }) => id === chosen)
  const isOff = source === null
  return (
    <header className={styles.bar}>
      <img className={styles.mark} src={mark} alt="" width={22} height={27} />
      <b className={styles.word}>Inspector</b>
      <label className={styles.tabs} data-state={state}>
        <i aria-hidden="true" />
        <span role="status">{words}</span>
        <select
          aria-label="Shop"
          value={isKnown ? chosen : ''}
          onChange={event => {
            const tab = tabs.find(({ id }) => id === event.target.value)
            if (tab) act.choose(tab)
          }}
        >
          {!isKnown && <option value="">{nameOf(source)}</option>}
          {tabs.map(tab => (
            <option key={tab.id} value={tab.id}>
              {wordsFor(tab)}
            </option>
          ))}
        </select>
      </label>
      <span className={styles.push} />
      <button type="button" className={styles.button} onClick={files.open}>
        <Sign of="open" />
        Open <kbd>O</kbd>
      </button>
      <button type="button" className={styles.button} disabled={isOff} onClick={files.save}>
        <Sign of="save" />
        Save <kbd>S</kbd>
      </button>
      <button type="button" className={styles.button} disabled={isOff} onClick={() => void files.copy()}>
        <Sign of="copy" />
        Copy as test <kbd>T</kbd>
      </button>
      <button type="button" className={styles.button} aria-label="Keys" onClick={() => act.show({ help: 'open' })}>
        <Sign of="keys" />
      </button>
    </header>
  )
}
