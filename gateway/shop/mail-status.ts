/** Whether mails can be sent, as this gateway knows it. */
export interface MailStatus {
  /** There is a mail server; without one, mails are files that reach no customer. */
  readonly hasServer: boolean
  /** Why none can be sent, and since when; null while they can. */
  problem: { cause: string; since: Date } | null
  /** Mails that wait for another attempt, after the last round of the job; null before the first. */
  waiting: number | null
}

export const createMailStatus = (hasServer = false): MailStatus => ({ hasServer, problem: null, waiting: null })
