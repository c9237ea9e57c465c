import { changesBetween, type ContextLine } from './changes.ts'
import { Segments } from './Segments.tsx'
import { showIn } from './scroll-into-view.ts'
import type { Acts, Shown } from './state.ts'
import styles from './ContextPanel.module.css'

interface Props {
  shown: Shown
  act: Acts
}

const marks: Record<ContextLine['change'], [sign: string, words: string]> = {
  same: ['', ''],
  added: ['+', 'added: '],
  removed: ['−', 'removed: '],
}

const contexts: [shown: Shown['context'], words: string][] = [
  ['changes', 'Changes'],
  ['all', 'All'],
]

/** Scrolls the first change into view. */
const comeIntoSight = (line: HTMLElement | null) => {
  if (line) showIn(line.parentElement, line, 'nearest')
}

function Line({ line, isFirst }: { line: ContextLine; isFirst: boolean }) {
  const [sign, words] = marks[line.change]
  return (
    <li ref={isFirst ? comeIntoSight : undefined} className={styles.line} data-change={line.change}>
      <i aria-hidden="true">{sign}</i>
      <span style={{ paddingInlineStart: line.depth * 14 }} title={line.text}>
        {words && <span className={styles.spoken}>{words}</span>}
        {line.key} <b data-kind={line.kind}>{line.text}</b>
      </span>
    </li>
  )
}

/** The context of the selected actor, with the changes of the current entry. */
export function ContextPanel({ shown, act }: Props) {
  const { moment, actor, context, history } = shown
  const now = moment.actors.get(actor)
  const before = moment.before.get(actor)
  const lines = changesBetween(before?.context, now?.context, context === 'all')
  const entry = history.entries[moment.at - 1]
  const first = lines.find(({ change }) => change !== 'same')
  return (
    <section className={styles.panel}>
      <div className={styles.head}>
        <h2>Context</h2>
        <span className={styles.path}>{actor}</span>
        <span className={styles.push} />
        <Segments label="Show" value={context} options={contexts} onChoose={one => act.show({ context: one })} />
      </div>
      <p className={styles.said}>
        {!now
          ? `${actor} does not exist at this entry.`
          : entry
            ? `Entry ${moment.at} ${first ? 'led to this' : 'changed nothing here'}`
            : 'Before the first entry'}
      </p>
      <ul className={styles.list} aria-label="Context">
        {lines.map(line => (
          // each entry has another first change, which is scrolled into view
          <Line
            key={`${line === first ? moment.at : ''} ${line.path} ${line.change}`}
            line={line}
            isFirst={line === first}
          />
        ))}
      </ul>
    </section>
  )
}
