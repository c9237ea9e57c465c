import { findWebKit } from '../../kit/engines/find-engines.ts'
import { startWebKit } from '../../kit/engines/webkit.ts'
import { journeysIn } from './journeys.ts'

const programs = findWebKit()
journeysIn('WebKit', programs === null ? null : () => startWebKit(programs))
