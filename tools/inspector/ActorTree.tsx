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
  const { name, depth, machine, says, tone, address } = branch
  return (
    <li
      ref={isChosen ? comeIntoSight : undefined}
      id={`actor-${address}`}
      role="treeitem"
      aria-selected={isChosen}
      aria-level={depth + 1}
      className={styles.line}
      data-tone={tone}
      data-is={machine === null ? 'effect' : 'machine'}
      style={{ paddingInlineStart: 8 + depth * 14 }}
      data-address={address}
    >
      <i aria-hidden="true" />
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.says} title={says}>
        {says}
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
  const life = history.lives.findLast(({ address, from }) => address === actor && from <= moment.at)
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
          const address = (target as Element).closest('[data-address]')?.getAttribute('data-address')
          if (address) act.show({ actor: address })
        }}
      >
        {branches.map(branch => (
          // the selected actor is scrolled into view after each step, because the tree around it changes
          <Line
            key={branch.address === actor ? `${actor} at ${moment.at}` : branch.address}
            branch={branch}
            isChosen={branch.address === actor}
          />
        ))}
      </ul>
      <div className={styles.about}>
        <b>{actor}</b>
        <p>
          {machine === null
            ? 'An effect: it touches the outside world, and does not run here.'
            : machines[machine]!.root.description}
        </p>
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
          <dd>{life?.from ?? '–'}</dd>
          <dt>Entries</dt>
          <dd>{own}</dd>
        </dl>
      </div>
    </nav>
  )
}
