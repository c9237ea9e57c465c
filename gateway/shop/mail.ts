/** A plain-text email to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends an email, or throws the mail server's error. */
export type SendMail = (mail: Mail) => Promise<void>
