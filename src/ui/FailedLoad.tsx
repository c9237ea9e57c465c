import type { ReactNode } from 'react'
import picture from '../assets/state-error.svg'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { focusHeading } from './focus.ts'

interface Props {
  /** The thing that failed to load. */
  heading: string
  /** Why, and what is not affected. */
  children: ReactNode
  onRetry: () => void
}

/** Shown instead of content that did not load: what failed, and 'Try again'. */
export function FailedLoad({ heading, children, onRetry }: Props) {
  const retry = () => {
    focusHeading()
    onRetry()
  }
  return (
    <section className="panel" role="alert">
      <EmptyState picture={picture} heading={heading} action={<Button onClick={retry}>Try again</Button>}>
        {children}
      </EmptyState>
    </section>
  )
}
