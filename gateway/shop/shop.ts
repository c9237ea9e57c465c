import type { Database } from '../database/database.ts'
import type { SendMail } from '../mail/send-mail.ts'
import type { PicturePaths } from '../catalogue/pictures.ts'
import type { Limits } from '../requests/rate-limits.ts'
import type { StoreRules } from './store-rules.ts'

/** What every part of the gateway works with. */
export interface Shop {
  database: Database
  rules: StoreRules
  pictures: PicturePaths
  limits: Limits
  sendMail: SendMail
  /** Base URL of the shop; links in mails start with it. */
  publicUrl: string
  /**
   * Runs work after the answer; the gateway closes once it has ended. A failure is logged without details.
   *
   * @returns when the work has ended or failed
   */
  runLater: (what: string, work: () => Promise<void>) => Promise<void>
}
