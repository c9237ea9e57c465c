import type { Database } from './database.ts'
import type { Post } from './mails.ts'
import type { PictureNames } from './pictures.ts'
import type { Limits, StoreRules } from './settings.ts'
import type { Tokens } from './tokens.ts'

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
  /** Does what nobody waits for; the gateway closes once it is done. A failure is logged, and what it failed with is not. */
  later: (what: string, work: () => Promise<void>) => void
}
