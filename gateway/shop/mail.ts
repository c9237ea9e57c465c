/** A plain-text email to one person. */
export interface Mail {
  /** Identifies the mail, the same for every attempt to send it. */
  id?: string
  to: string
  subject: string
  text: string
}

/**
 * Sends an email, or throws the mail server's error.
 *
 * @param closing - aborted when the shop closes: a mail that takes long is given up, and sent after the next start
 */
export type SendMail = (mail: Mail, closing: AbortSignal) => Promise<void>
