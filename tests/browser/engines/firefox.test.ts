import { startFirefox } from '../../kit/engines/firefox.ts'
import { findFirefox } from '../../kit/engines/find-engines.ts'
import { journeysIn } from './journeys.ts'

const path = findFirefox()
journeysIn('Firefox', path === null ? null : () => startFirefox(path))
