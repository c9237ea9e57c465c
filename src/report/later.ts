import type { openReport } from './open.tsx'

/** 'Report a problem', by way of a small file, so that the list of files it is made of is not in the first load. */
export const openLater = async (...needs: Parameters<typeof openReport>): Promise<void> =>
  (await import('./open.tsx')).openReport(...needs)
