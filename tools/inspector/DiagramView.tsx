import type { PointerEvent } from 'react'
import { AsyncValue } from './AsyncValue.tsx'
import { machineOf, lastTaken, wordsOf } from './chosen.ts'
import { bringDrawing, bringTestRun, type Drawing } from './drawings.ts'
import { paint, type Paint } from './paint.ts'
import type { Acts, Shown } from './state.ts'
import { zoomed } from './zoom.ts'
import styles from './DiagramView.module.css'
import './drawing.css'

interface Props {
  shown: Shown
  act: Acts
}

/** Dragging moves the drawing; the wheel with Ctrl makes it larger or smaller. */
function drag(event: PointerEvent<HTMLElement>) {
  const canvas = event.currentTarget
  if (event.button !== 0 || event.pointerType === 'touch') return
  const { scrollLeft, scrollTop } = canvas
  const { clientX, clientY } = event
  const ended = new AbortController()
  const { signal } = ended
  const move = (moved: globalThis.PointerEvent) => {
    canvas.scrollLeft = scrollLeft + clientX - moved.clientX
    canvas.scrollTop = scrollTop + clientY - moved.clientY
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', () => ended.abort(), { signal, once: true })
}

interface Picture {
  drawing: Drawing
  painted: Paint
  zoom: Shown['zoom']
}

function Picture({ drawing, painted, zoom }: Picture) {
  const { svg, width, height } = drawing
  const style =
    zoom === 'fit'
      ? { width: `min(100cqw - 24px, (100cqh - 24px) * ${width / height}, ${width}px)` }
      : { width: Math.round(width * zoom) }
  return (
    <div
      className={styles.drawing}
      style={style}
      ref={element => {
        if (element) paint(element, painted)
      }}
      // made by `npm run flows` from the machines
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}

/** What the inspector marks on a drawing, which says itself what the rest means. */
function Legend({ shown }: { shown: Shown }) {
  const last = lastTaken(shown)
  return (
    <div className={styles.legend}>
      {shown.view === 'coverage' ? (
        <>
          <span data-is="covered">taken</span>
          <span data-is="partly">some of it taken</span>
          <span data-is="missed">never taken</span>
        </>
      ) : (
        <>
          <span data-is="active">now</span>
          <span data-is="taken">taken last</span>
        </>
      )}
      {last && shown.view === 'diagram' && (
        <span className={styles.last}>
          <b>{last.took.map(({ id }) => wordsOf(id)).join(', ')}</b> by entry {last.at}
        </span>
      )}
    </div>
  )
}

/** The selected actor's diagram with its current state and last transition, or with how often each transition was taken. */
export function DiagramView({ shown, act }: Props) {
  const machine = machineOf(shown)
  const { moment, actor, zoom, view, counted, history } = shown
  const last = lastTaken(shown)
  const isCoverage = view === 'coverage'
  const painted = (counts: Paint['counts']): Paint => ({
    active: isCoverage ? [] : (moment.actors.get(actor)?.nodes ?? []),
    taken: isCoverage ? [] : (last?.took.map(({ id }) => id) ?? []),
    counts,
    turn: isCoverage ? 'coverage' : `${actor} ${last?.at ?? 0} ${zoom}`,
  })
  const none = <p className={styles.none}>{machine === null ? `${actor} is an effect: it has no diagram.` : ''}</p>
  const picture = (drawing: Drawing) => {
    if (!isCoverage) return <Picture drawing={drawing} painted={painted(null)} zoom={zoom} />
    if (counted === 'journal') {
      return <Picture drawing={drawing} painted={painted(history.counts.get(machine!) ?? new Map())} zoom={zoom} />
    }
    return (
      <AsyncValue
        of="tests"
        bring={bringTestRun}
        none={<p className={styles.none}>No test run is kept with this build.</p>}
      >
        {run => <Picture drawing={drawing} painted={painted(run(machine!))} zoom={zoom} />}
      </AsyncValue>
    )
  }
  return (
    <div className={styles.frame}>
      <div
        className={styles.canvas}
        data-scrolls
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keyboard, too
        tabIndex={0}
        role="group"
        aria-label={machine === null ? 'No diagram' : `Diagram of ${machine}`}
        onPointerDown={drag}
        onWheel={event => {
          if (!event.ctrlKey) return
          act.show({ zoom: zoomed(zoom, event.deltaY < 0 ? 1 : -1) })
        }}
      >
        {machine === null ? (
          none
        ) : (
          <AsyncValue key={machine} of={machine} bring={bringDrawing} none={none}>
            {picture}
          </AsyncValue>
        )}
      </div>
      <Legend shown={shown} />
    </div>
  )
}
