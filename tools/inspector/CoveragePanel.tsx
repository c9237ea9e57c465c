import { transitionsOf } from '#machines/parts/transitions'
import { AsyncValue } from './AsyncValue.tsx'
import { machines } from '#machines/whole-shop'
import { machineOf, eventWords, wordsOf } from './chosen.ts'
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

function Missed({ machine, counts }: { machine: string; counts: ReadonlyMap<string, number> }) {
  const all = [...transitionsOf(machines[machine]!)]
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

/** The transitions of the selected machine that this journal, or the test run, never took. */
export function CoveragePanel({ shown }: Props) {
  const machine = machineOf(shown)
  const { counted, history } = shown
  if (machine === null) return <p className={styles.none}>Choose an actor that is a machine.</p>
  return (
    <>
      <div className={styles.head}>
        <h2>Coverage of {machine}</h2>
      </div>
      {counted === 'journal' ? (
        <Missed machine={machine} counts={history.counts.get(machine) ?? new Map()} />
      ) : (
        <AsyncValue
          of="tests"
          bring={bringTestRun}
          none={<p className={styles.none}>No test run is kept with this build.</p>}
        >
          {run => <Missed machine={machine} counts={run(machine)} />}
        </AsyncValue>
      )}
    </>
  )
}
