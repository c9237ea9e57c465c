import { Button } from '../ui/Button.tsx'
import { useOffice, useOfficeSend } from './system.tsx'

/** Turns the sound for new orders on and off. */
export function SoundSwitch() {
  const isOff = useOffice(
    'officeArrivals',
    snapshot => snapshot.matches({ sound: 'starting' }) || snapshot.matches({ sound: 'off' }),
  )
  const isWaiting = useOffice('officeArrivals', snapshot => snapshot.matches({ sound: 'waiting' }))
  const send = useOfficeSend('officeArrivals')
  return (
    <div className="row">
      <Button
        size="small"
        aria-pressed={!isOff}
        variant={isOff ? 'line' : 'done'}
        onClick={() => send({ type: isOff ? 'sound.turnOn' : 'sound.turnOff' })}
      >
        Sound for new orders
      </Button>
      <span className="small muted" role="status">
        {isWaiting ? 'Press anything on this page: the browser plays no sound before.' : null}
      </span>
    </div>
  )
}
