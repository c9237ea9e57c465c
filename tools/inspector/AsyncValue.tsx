import { useEffect, useState, type ReactNode } from 'react'

interface Props<Value> {
  /** What is wanted; another one is brought anew. */
  of: string
  bring: (of: string) => Promise<Value | null | undefined>
  /** What is shown while it is on its way, and where there is none. */
  none: ReactNode
  children: (value: Value) => ReactNode
}

/** Something that is brought once it is wanted. */
export function AsyncValue<Value>({ of, bring, none, children }: Props<Value>) {
  const [brought, keep] = useState<{ of: string; value: Value } | null>(null)
  useEffect(() => {
    let isWanted = true
    bring(of).then(
      value => void (isWanted && value && keep({ of, value })),
      () => {}, // what can't be had is not shown
    )
    return () => {
      isWanted = false
    }
  }, [of, bring])
  return <>{brought?.of === of ? children(brought.value) : none}</>
}
