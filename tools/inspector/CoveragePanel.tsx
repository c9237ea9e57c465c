import { transitionsOf } from '#machines/parts/transitions'
import { AsyncValue } from './AsyncValue.tsx'
import { machines } from '#machines/whole-shop'
import { chartOf, eventWords, wordsOf } from './chosen.ts'
import { bringTestRun } from './drawings.ts'
import type { Acts, Shown } from './state.ts'
import styles from './CoveragePanel.module.css'

interface Props {
  shown: Shown
  act: Acts
}

/** A transition's event and guard: `cart.add [isNotBeingAdded]`. */
function causeOf({ eventType, guard }: { eventType?: string; guard?: { type?: string } | string }): string {
  const named = typeof guard === 'string' ? guard : guard?.type
  return [eventWords(eventType ?? '') || 'at once', ...(named ? [`[${named}]`] : [])].join(' ')
}

function Missed({ chart, counts }: { chart: string; counts: ReadonlyMap<string, number> }) {
  const all = [...transitionsOf(machines[chart]!)]
  const missed = all.filter(([, id]) => !counts.get(id))
  const taken = all.length - missed.length
  return (
    <>
      <div className={styles.bars}>
        <span>
          Transitions
          <b>
            {taken} / {all.length}
          </b>
        </span>
        <i style={{ inlineSize: `${Math.round((taken / Math.max(1, all.length)) * 100)}%` }} />
      </div>
      <div className={styles.head}>
        <h2>Never taken</h2>
        <span>{missed.length}</span>
      </div>
      {missed.length === 0 && <p className={styles.none}>Every transition was taken.</p>}
      <ul className={styles.list}>
        {missed.map(([transition, id]) => (
          <li key={id}>
            <b>{wordsOf(id)}</b>
            <span>{causeOf(transition)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What of the chosen chart was never taken, by this journal or by the tests. */
export function CoveragePanel({ shown }: Props) {
  const chart = chartOf(shown)
  const { counted, history } = shown
  if (chart === null) return <p className={styles.none}>Choose an actor that has a chart.</p>
  return (
    <>
      <div className={styles.head}>
        <h2>Coverage of {chart}</h2>
      </div>
      {counted === 'journal' ? (
        <Missed chart={chart} counts={history.counts.get(chart) ?? new Map()} />
      ) : (
        <AsyncValue
          of="tests"
          bring={bringTestRun}
          none={<p className={styles.none}>No test run is kept with this build.</p>}
        >
          {run => <Missed chart={chart} counts={run(chart)} />}
        </AsyncValue>
      )}
    </>
  )
}
