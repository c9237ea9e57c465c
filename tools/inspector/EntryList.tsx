import { VirtualList } from './VirtualList.tsx'
import { isFailed, listedIn, nameOf, payloadOf } from './entries.ts'
import { KindMark } from './KindMark.tsx'
import type { Acts, Shown } from './state.ts'
import styles from './EntryList.module.css'

interface Props {
  shown: Shown
  act: Acts
}

const clock = (at: number) => new Date(at).toTimeString().slice(0, 8) + `.${String(at % 1000).padStart(3, '0')}`
const since = (milliseconds: number) =>
  milliseconds < 100 ? `+${milliseconds} ms` : `+${(milliseconds / 1000).toFixed(1)} s`

/** The last listed position before `at`; -1 if there is none. */
function placeBefore(places: readonly number[], at: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The machine of an entry: the entry's actor, or the machine that invoked the effect. */
const machineAbove = (path: string, shown: Shown) =>
  shown.history.lifetimes.some(lifetime => lifetime.path === path && lifetime.machine === null)
    ? path.slice(0, path.lastIndexOf('/'))
    : path

/** The entries, one line each; the selected one is the entry the view shows. */
export function EntryList({ shown, act }: Props) {
  const { history, moment } = shown
  const places = listedIn(shown)
  const current = placeBefore(places, moment.at)
  return (
    <VirtualList
      className={styles.list}
      label="Entries"
      count={places.length}
      height={26}
      current={current}
      idOf={row => `entry-${places[row]}`}
      onChoose={row => {
        const place = places[row]!
        act.goTo(place)
        act.show({ actor: machineAbove(history.entries[place - 1]!.to, shown) })
      }}
    >
      {row => {
        const place = places[row]!
        const entry = history.entries[place - 1]!
        const earlier = history.entries[place - 2]
        const isHere = place === moment.at
        const misfit = history.misfits.find(({ at }) => at === place)
        return (
          <div
            key={place}
            id={`entry-${place}`}
            role="option"
            aria-selected={isHere}
            aria-posinset={row + 1}
            aria-setsize={places.length}
            className={styles.row}
            data-is={place > moment.at ? 'later' : 'past'}
            data-fits={misfit ? 'no' : undefined}
            data-row={row}
          >
            <span className={styles.number} title={`${entry.seq} in the whole visit`}>
              {place}
            </span>
            <span className={styles.number}>{clock(entry.at)}</span>
            <span className={styles.number}>{earlier ? since(entry.at - earlier.at) : ''}</span>
            <KindMark kind={entry.kind} isFailed={isFailed(entry)} />
            <span className={styles.path}>{entry.to}</span>
            <b>{nameOf(entry)}</b>
            <span className={styles.payload}>{misfit ? `left out: ${misfit.why}` : payloadOf(entry)}</span>
          </div>
        )
      }}
    </VirtualList>
  )
}
