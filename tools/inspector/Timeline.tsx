import type { Entry } from '#machines/journal/entry'
import { isFailed } from './entries.ts'
import { KindMark } from './KindMark.tsx'
import { kinds } from './kinds.ts'
import { Segments } from './Segments.tsx'
import { Sign, type SignName } from './Sign.tsx'
import type { Acts, Kind, Shown, Speed } from './state.ts'
import styles from './Timeline.module.css'

interface Props {
  shown: Shown
  act: Acts
}

const speeds: [speed: Speed, words: string][] = [
  [0.5, '½×'],
  [1, '1×'],
  [4, '4×'],
  [Infinity, 'max'],
]

/** The number of marks that are distinguishable side by side; further entries share marks. */
const marksAcross = 360

type Mark = Kind | 'failed'
const rows: Record<Mark, number> = { send: 7, effect: 16, failed: 16, timer: 25 }
interface Drawn {
  length: number
  paths: [mark: Mark, path: string][]
}
const drawnBefore = new WeakMap<readonly Entry[], Drawn>()

/** Marks drawn as outlines. */
const hollow: readonly Mark[] = ['failed', 'timer']

/** The journal as one SVG path per kind of entry, on 1000 × 32. Memoized by length. */
function marksOf(entries: readonly Entry[]): Drawn['paths'] {
  const known = drawnBefore.get(entries)
  if (known?.length === entries.length) return known.paths
  const columns: Record<Mark, Set<number>> = { send: new Set(), effect: new Set(), failed: new Set(), timer: new Set() }
  const across = Math.min(marksAcross, Math.max(entries.length, 1))
  entries.forEach((entry, index) => {
    columns[isFailed(entry) ? 'failed' : entry.kind].add(Math.floor(((index + 0.5) / entries.length) * across))
  })
  const paths = (Object.keys(columns) as Mark[]).map((mark): [Mark, string] => [
    mark,
    [...columns[mark]].map(column => `M${(((column + 0.5) / across) * 1000).toFixed(1)} ${rows[mark]}h.01`).join(''),
  ])
  drawnBefore.set(entries, { length: entries.length, paths })
  return paths
}

const countsOf = (entries: readonly Entry[]): Record<Kind, number> => {
  const counts = { send: 0, effect: 0, timer: 0 }
  for (const { kind } of entries) counts[kind] += 1
  return counts
}

function Button({ sign, label, onPress }: { sign: SignName; label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onPress}>
      <Sign of={sign} />
    </button>
  )
}

function Filters({ shown, act }: Props) {
  const { filter, history } = shown
  const counts = countsOf(history.entries)
  return (
    <>
      {kinds.map(kind => {
        const isOn = filter.kinds.includes(kind)
        const others = filter.kinds.filter(one => one !== kind)
        return (
          <button
            key={kind}
            type="button"
            className={styles.chip}
            aria-pressed={isOn}
            onClick={() => act.narrow({ kinds: isOn ? others : [...others, kind] })}
          >
            <KindMark kind={kind} />
            <small>{counts[kind]}</small>
          </button>
        )
      })}
      <button
        type="button"
        className={styles.chip}
        aria-pressed={filter.actors === 'chosen'}
        onClick={() => act.narrow({ actors: filter.actors === 'chosen' ? 'all' : 'chosen' })}
      >
        only this actor
      </button>
      <label className={styles.filter}>
        <Sign of="search" />
        <input
          data-focus="filter"
          aria-label="Filter entries"
          placeholder="Filter entries"
          value={filter.text}
          onChange={event => act.narrow({ text: event.target.value })}
        />
      </label>
    </>
  )
}

/** The position in the journal, and the controls to change it. */
export function Timeline({ shown, act }: Props) {
  const { history, moment, mode, speed } = shown
  const length = history.entries.length
  const isPlaying = mode === 'playing'
  return (
    <>
      <div className={styles.bar}>
        <Button sign="first" label="To the start" onPress={() => act.goTo(0)} />
        <Button sign="back" label="Step back" onPress={() => act.step(-1)} />
        <Button sign={isPlaying ? 'pause' : 'play'} label={isPlaying ? 'Pause' : 'Play'} onPress={act.play} />
        <Button sign="on" label="Step forward" onPress={() => act.step(1)} />
        <Button sign="last" label="To the end" onPress={act.follow} />
        <span className={styles.place}>
          {moment.at} <small>/ {length}</small>
        </span>
        <Segments label="Speed" value={speed} options={speeds} onChoose={one => act.show({ speed: one })} />
        <span className={styles.push} />
        <Filters shown={shown} act={act} />
      </div>
      <div className={styles.track}>
        <svg viewBox="0 0 1000 32" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.rails} d="M0 7h1000M0 16h1000M0 25h1000" />
          {marksOf(history.entries).map(([mark, path]) => (
            <g key={mark} className={styles.mark} data-kind={mark}>
              <path d={path} />
              {hollow.includes(mark) && <path d={path} />}
            </g>
          ))}
        </svg>
        <input
          type="range"
          aria-label="Entry"
          min={0}
          max={length}
          value={moment.at}
          onChange={({ target: { valueAsNumber: at } }) => (at < length ? act.goTo(at) : act.follow())}
        />
      </div>
    </>
  )
}
