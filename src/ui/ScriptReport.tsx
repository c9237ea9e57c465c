import { useEffect, useEffectEvent } from 'react'

interface Props {
  state: 'coming' | 'here' | 'failed'
  onHere: () => void
  onFailed: () => void
}

/** Reports once whether a script that a library loads has loaded. Renders nothing. */
export function ScriptReport({ state, onHere, onFailed }: Props) {
  const tell = useEffectEvent((happened: Props['state']) => (happened === 'here' ? onHere() : onFailed()))
  useEffect(() => {
    if (state !== 'coming') tell(state)
  }, [state])
  return null
}
