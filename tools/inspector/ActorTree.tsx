import { Fragment } from 'react'
import { machineOf } from './chosen.ts'
import { machines } from '#machines/whole-shop'
import { showIn } from './scroll-into-view.ts'
import { Sign } from './Sign.tsx'
import type { Acts, Shown } from './state.ts'
import { branchesAt, type Branch } from './trees.ts'
import { placesIn } from './views.ts'
import styles from './ActorTree.module.css'

interface Props {
  shown: Shown
  act: Acts
}

function Line({ branch, isChosen }: { branch: Branch; isChosen: boolean }) {
  const { name, depth, machine, stateText, tone, path } = branch
  return (
    <li
      ref={isChosen ? comeIntoSight : undefined}
      id={`actor-${path}`}
      role="treeitem"
      aria-selected={isChosen}
      aria-level={depth + 1}
      className={styles.line}
      data-tone={tone}
      data-is={machine === null ? 'effect' : 'machine'}
      style={{ paddingInlineStart: 8 + depth * 14 }}
      data-path={path}
    >
      <i aria-hidden="true" />
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.stateText} title={stateText}>
        {stateText}
      </span>
    </li>
  )
}

/** Scrolls the selected line into view. */
const comeIntoSight = (line: HTMLElement | null) => {
  if (line) showIn(line.parentElement, line, 'nearest')
}

/** The actors with their states, and the name of the selected actor for screen readers. */
export function ActorTree({ shown, act }: Props) {
  const { history, moment, ended, actor } = shown
  const branches = branchesAt(history, moment, ended)
  const machine = machineOf(shown)
  const lifetime = history.lifetimes.findLast(({ path, from }) => path === actor && from <= moment.at)
  const own = history.entries.filter(({ to }) => to === actor).length
  return (
    <nav className={styles.tree} aria-label="Actors">
      <div className={styles.head}>
        <h2>Actors</h2>
        <span>{moment.actors.size}</span>
        <button
          type="button"
          aria-label="Show actors that have ended"
          aria-pressed={ended === 'shown'}
          onClick={() => act.show({ ended: ended === 'shown' ? 'hidden' : 'shown' })}
        >
          <Sign of="eye" />
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys.ts listens for the whole page */}
      <ul
        className={styles.list}
        role="tree"
        aria-label="Actors"
        tabIndex={0}
        aria-activedescendant={`actor-${actor}`}
        onClick={({ target }) => {
          const path = (target as Element).closest('[data-path]')?.getAttribute('data-path')
          if (path) act.show({ actor: path })
        }}
      >
        {branches.map(branch => (
          // the selected actor is scrolled into view after each step, because the tree around it changes
          <Line
            key={branch.path === actor ? `${actor} at ${moment.at}` : branch.path}
            branch={branch}
            isChosen={branch.path === actor}
          />
        ))}
      </ul>
      <div className={styles.about}>
        <b>{actor}</b>
        <p>{machine === null ? 'An effect: it is not run in the inspector.' : machines[machine]!.root.description}</p>
        <dl>
          {placesIn(moment.actors.get(actor)).map(([region, state]) => (
            <Fragment key={region}>
              <dt>{region || 'State'}</dt>
              <dd>
                <b>{state}</b>
              </dd>
            </Fragment>
          ))}
          <dt>Since entry</dt>
          <dd>{lifetime?.from ?? '–'}</dd>
          <dt>Entries</dt>
          <dd>{own}</dd>
        </dl>
      </div>
    </nav>
  )
}
