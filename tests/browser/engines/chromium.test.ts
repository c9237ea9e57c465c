import { inject } from 'vitest'
import { startChromium } from '../../kit/engines/chromium.ts'
import { journeysIn } from './journeys.ts'

journeysIn('Chromium', () => startChromium(inject('chromium')))
