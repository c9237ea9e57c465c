import type { Database } from '../database/database.ts'
import type { ReportEvent } from './events.ts'
import type { SendMail } from './mail.ts'
import type { MailStatus } from './mail-status.ts'
import type { OrderLinks } from './order-links.ts'
import type { PicturePaths } from '../catalogue/pictures.ts'
import type { Limits } from '../requests/rate-limits.ts'
import type { SettingsVersion } from './settings-version.ts'
import type { StoreRules } from './store-rules.ts'

/** Where new orders are reported to, and the secret that signs the reports. */
export interface OrderWebhook {
  url: string
  secret: string
}

/** The dependencies of every part of the gateway. */
export interface GatewayServices {
  database: Database
  /** Of the store; `readRules` has the values of the office. */
  rules: StoreRules
  pictures: PicturePaths
  limits: Limits
  sendMail: SendMail
  mailStatus: MailStatus
  settingsVersion: SettingsVersion
  /** Aborted when the gateway closes: long work ends soon after, and is continued after the next start. */
  closing: AbortSignal
  /** The grocer's email address, for payments that a person has to settle. Null for none. */
  shopEmail: string | null
  /** Where new orders are reported to; null for nowhere. */
  orderWebhook: OrderWebhook | null
  /** Logs and counts a security or money event. */
  reportEvent: ReportEvent
  /** Logs a problem with money or mail, with fields that contain no personal data. */
  logProblem: (fields: Record<string, string | number | boolean | null>, words: string) => void
  /** Links to the pages of orders. */
  orderLinks: OrderLinks
  /** Base URL of the shop; links in mails start with it. */
  publicUrl: string
  /**
   * Runs work after the answer; the gateway closes once it has ended. A failure is logged without details.
   *
   * @returns when the work has ended or failed
   */
  runLater: (what: string, work: () => Promise<void>) => Promise<void>
}
