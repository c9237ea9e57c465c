/** A plain-text e-mail to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends an e-mail, or throws the mail server's error. */
export type SendMail = (mail: Mail) => Promise<void>
