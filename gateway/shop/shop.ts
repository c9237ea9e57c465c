import type { Database } from '../database/database.ts'
import type { Post } from '../mail/send-mail.ts'
import type { PictureNames } from '../catalogue/pictures.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import type { Limits, StoreRules } from '../cli/settings.ts'
import type { Tokens } from '../accounts/tokens.ts'

/** What the calls work on. */
export interface Shop {
  database: Database
  rules: StoreRules
  pictures: PictureNames
  limits: Limits
  tokens: Tokens
  post: Post
  /** Where browsers reach the shop; links in mails begin with it. */
  publicUrl: string
  /** Takes payments online; null where nobody does. */
  provider: PaymentProvider | null
  /**
   * Does what no answer waits for; the gateway closes once it is done. A failure is logged, and what it failed with is not.
   *
   * @returns when it is done, or has failed
   */
  later: (what: string, work: () => Promise<void>) => Promise<void>
}
