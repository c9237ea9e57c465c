import type { Database } from '../database/database.ts'
import type { SendMail } from '../mail/send-mail.ts'
import type { PicturePaths } from '../catalogue/pictures.ts'
import type { Limits } from '../requests/rate-limits.ts'
import type { StoreRules } from './store-rules.ts'

/** What the calls work on. */
export interface Shop {
  database: Database
  rules: StoreRules
  pictures: PicturePaths
  limits: Limits
  sendMail: SendMail
  /** Where browsers reach the shop; links in mails begin with it. */
  publicUrl: string
  /**
   * Does what no answer waits for; the gateway closes once it is done. A failure is logged, and what it failed with is not.
   *
   * @returns when it is done, or has failed
   */
  runLater: (what: string, work: () => Promise<void>) => Promise<void>
}
