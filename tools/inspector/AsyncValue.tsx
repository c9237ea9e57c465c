import { useEffect, useState, type ReactNode } from 'react'

interface Props<Value> {
  /** Key of the value; a new key loads a new value. */
  of: string
  bring: (of: string) => Promise<Value | null | undefined>
  /** Shown while it loads, and if there is no value. */
  none: ReactNode
  children: (value: Value) => ReactNode
}

/** A value that is loaded when it is first rendered. */
export function AsyncValue<Value>({ of, bring, none, children }: Props<Value>) {
  const [brought, keep] = useState<{ of: string; value: Value } | null>(null)
  useEffect(() => {
    let isWanted = true
    bring(of).then(
      value => void (isWanted && value && keep({ of, value })),
      () => {}, // shows `none`
    )
    return () => {
      isWanted = false
    }
  }, [of, bring])
  return <>{brought?.of === of ? children(brought.value) : none}</>
}
