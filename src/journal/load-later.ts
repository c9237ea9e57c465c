import type { openReport } from '../report/open-report.tsx'

/* What the journal needs only once there is something to keep, to go on from, or to report: one file. */

export { checkpointFrom, checkpointOf, rearm, timeLeft } from './resume.ts'
export { openJournal } from './store.ts'

/** Opens 'Report a problem', which is a file of its own. */
export const report = async (...needs: Parameters<typeof openReport>): Promise<void> =>
  (await import('../report/open-report.tsx')).openReport(...needs)
