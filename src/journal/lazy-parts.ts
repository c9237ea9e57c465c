import type { openReport } from '../report/open-report.tsx'

/* One chunk for what the journal needs later: to write, to resume, or to report. */

export { forgetShopper } from './forget.ts'
export { checkpointOf, startingPointFrom, restoreTimers, timeLeft } from './resume.ts'
export { openJournal } from './store.ts'

/** Opens 'Report a problem', which is a chunk of its own. */
export const report = async (...options: Parameters<typeof openReport>): Promise<void> =>
  (await import('../report/open-report.tsx')).openReport(...options)
