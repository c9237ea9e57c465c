import type { ReactNode } from 'react'
import picture from '../assets/state-error.svg'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  /** What failed. */
  heading: string
  /** Why, and what is safe all the same. */
  children: ReactNode
  onRetry: () => void
}

/** What stands in place of something that could not be loaded: what failed, and 'Try again'. */
export function FailedLoad({ heading, children, onRetry }: Props) {
  const retry = () => {
    document.querySelector<HTMLElement>('main h1')?.focus() // the button goes, the focus must not
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
