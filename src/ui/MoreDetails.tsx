import { useState } from 'react'
import { Icon } from './Icon.tsx'
import type { Elements } from './elements.ts'

interface Props {
  summary: string
  /** Whether it is open at first. Later it is open or closed as the shopper leaves it. */
  startsOpen: boolean
  className?: string | undefined
  children: Elements
}

/** A part that is opened to see or enter more. */
export function MoreDetails({ summary, startsOpen, className, children }: Props) {
  const [isOpen] = useState(startsOpen)
  return (
    <details className={className} open={isOpen}>
      <summary>
        <span>{summary}</span>
        <Icon of="chevron-down" size="small" />
      </summary>
      {children}
    </details>
  )
}
