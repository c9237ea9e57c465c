import { kilobytes, ratio, table, yesOrNo } from '../markdown.ts'
import type { JournalFigures } from './journal.ts'
import type { AnswerTimes } from './pages.ts'

/** The measurements outside the browser. */
export interface MachineFigures {
  journal: JournalFigures
  /** Bytes of the first load, compressed by brotli. */
  weight: number
  answers: AnswerTimes
}

/** The measurements outside the browser, in Markdown. */
export function machinePart({ journal, weight, answers }: MachineFigures): string {
  const { bare, recorded, written, replayed } = journal
  const [journaling, replaying] = [written - bare, 1e6 / replayed]
  const micro = (time: number) => `${time.toFixed(1)} µs`
  const answer = (time: number): string[] => [`${time.toFixed(2)} ms`, Math.round(1_000 / time).toLocaleString('en')]
  return `## Machine side

The whole shop's machines with inert effects; ratios to the machines without a journal.

${table(
  ['what', 'figure', 'ratio'],
  [
    ['an event, without a journal', micro(bare), '1.00'],
    ['events per second, without a journal', Math.round(1e6 / bare).toLocaleString('en'), ''],
    ['an event, recorded', micro(recorded), ratio(recorded, bare)],
    ['an event, recorded and copied as JSON', micro(written), ratio(written, bare)],
    ['replay, entries per second', Math.round(replayed).toLocaleString('en'), ratio(1e6 / replayed, bare)],
  ],
)}

The cost of the journal, as a ratio to the time that XState alone took for an event in the same run.

${table(
  ['what', 'measured', 'ratio', 'goal', 'met'],
  [
    ['journaling an event', micro(journaling), ratio(journaling, bare), `≤ ${micro(8)}`, yesOrNo(journaling <= 8)],
    ['replaying an entry', micro(replaying), ratio(replaying, bare), `≤ ${micro(25)}`, yesOrNo(replaying <= 25)],
    ['bytes of the first load', kilobytes(weight), '', `≤ ${kilobytes(3_000)}`, yesOrNo(weight <= 3_000)],
  ],
)}

The gateway's answers over loopback, compressed for a browser, one at a time; client and gateway share one process. Ratios to
the data alone.

${table(
  ['what', 'time', 'per second', 'ratio'],
  [
    ['the data of the list: POST /v1/product/criteria', ...answer(answers.data), '1.00'],
    ['the home page', ...answer(answers.page), ratio(answers.page, answers.data)],
    ['the home page, each time at a new URL', ...answer(answers.newPage), ratio(answers.newPage, answers.data)],
  ],
)}`
}
