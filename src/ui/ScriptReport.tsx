import { useEffect, useEffectEvent } from 'react'

interface Props {
  state: 'coming' | 'here' | 'failed'
  onHere: () => void
  onFailed: () => void
}

/** Says once what became of a script that a library loads; it draws nothing. */
export function ScriptReport({ state, onHere, onFailed }: Props) {
  const tell = useEffectEvent((happened: Props['state']) => (happened === 'here' ? onHere() : onFailed()))
  useEffect(() => {
    if (state !== 'coming') tell(state)
  }, [state])
  return null
}
