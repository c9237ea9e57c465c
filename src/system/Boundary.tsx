import { Component, type ReactNode } from 'react'
import { isRenderedAgain } from '#machines/shop/failures'
import { System } from './actors.tsx'

interface Props {
  /** What the part shows: another value renders it again. */
  of?: unknown
  /** Shown when the part fails twice within a minute. */
  error: ReactNode
  children: ReactNode
}

interface State {
  of: unknown
  /** `broken`: it has failed, and what comes next is not decided yet. */
  is: 'shown' | 'broken' | 'failed'
  /** When it failed last, in milliseconds since the epoch. */
  last: number | null
}

/**
 * A part of the page whose failure leaves the rest as it is. It is rendered again from the machines' state, which is not lost; if it
 * fails again within a minute, its error is shown.
 */
export class Boundary extends Component<Props, State> {
  static override contextType = System
  declare context: React.ContextType<typeof System>
  override state: State = { of: this.props.of, is: 'shown', last: null }

  static getDerivedStateFromError = (): Partial<State> => ({ is: 'broken' })
  static getDerivedStateFromProps = ({ of }: Props, state: State): State | null =>
    of === state.of ? null : { ...state, of, is: 'shown' }

  // React renders the new state before the browser paints
  override componentDidCatch(error: unknown) {
    const now = Date.now()
    // a change of several elements can fail in each of them, which is one failure of the part
    this.setState(({ is, last }) =>
      is === 'broken' ? { is: isRenderedAgain(last, now) ? 'shown' : 'failed', last: now } : null,
    )
    this.context?.report?.(error)
  }

  override render(): ReactNode {
    const { is } = this.state
    if (is === 'broken') return null
    return is === 'shown' ? this.props.children : this.props.error
  }
}
