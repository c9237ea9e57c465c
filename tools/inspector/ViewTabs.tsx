import { Segments } from './Segments.tsx'
import { Sign, type SignName } from './Sign.tsx'
import type { Acts, Shown, ViewName } from './state.ts'
import { fitted, zoomed } from './zoom.ts'
import styles from './ViewTabs.module.css'

interface Props {
  shown: Shown
  act: Acts
}

const views: [name: ViewName, words: string, sign: SignName, key: string][] = [
  ['diagram', 'Diagram', 'diagram', '1'],
  ['sequence', 'Sequence', 'sequence', '2'],
  ['coverage', 'Coverage', 'coverage', '3'],
]

const sources: [counted: Shown['counted'], words: string][] = [
  ['journal', 'This journal'],
  ['tests', 'Test run'],
]

/** The choice of the view, and its zoom. */
export function ViewTabs({ shown, act }: Props) {
  const { view, zoom, counted } = shown
  return (
    <div className={styles.head}>
      <div className={styles.tabs} role="tablist" aria-label="Pictures">
        {views.map(([name, words, sign, key]) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={view === name}
            onClick={() => act.show({ view: name })}
          >
            <Sign of={sign} />
            {words} <kbd>{key}</kbd>
          </button>
        ))}
      </div>
      <span className={styles.push} />
      {view === 'coverage' && (
        <Segments label="Counted from" value={counted} options={sources} onChoose={one => act.show({ counted: one })} />
      )}
      {view !== 'sequence' && (
        <div className={styles.zoom}>
          <button type="button" aria-label="Smaller" onClick={() => act.show({ zoom: zoomed(zoom, -1) })}>
            <Sign of="minus" />
          </button>
          <span>{zoom === 'fit' ? 'all' : `${Math.round(zoom * 100)} %`}</span>
          <button type="button" aria-label="Larger" onClick={() => act.show({ zoom: zoomed(zoom, 1) })}>
            <Sign of="plus" />
          </button>
          <button
            type="button"
            className={styles.fit}
            aria-pressed={zoom === 'fit'}
            onClick={() => act.show({ zoom: fitted(zoom) })}
          >
            Fit <kbd>F</kbd>
          </button>
        </div>
      )}
    </div>
  )
}
