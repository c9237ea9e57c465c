import { chmodSync, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../database/ids.ts'

/** A plain-text e-mail to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
}

export type SendMail = (mail: Mail) => Promise<void>

/**
 * Writes mails into a folder, one file each, readable by its owner only: for shops without a mail server.
 *
 * @param from - `Lucky Lantern Grocer <shop@example.com>`
 * @param say - logs the name of each file, and nothing of its content
 */
export function createMailFolder(folder: string, from: string, say: (words: string) => void): SendMail {
  return async ({ to, subject, text }) => {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o700)
    const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.txt`)
    const letter = `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}`
    await writeFile(path, letter, { mode: 0o600, flag: 'wx' })
    say(`A mail is in ${path}. It was not sent: SMTP_URL names no mail server.`)
  }
}

/**
 * Sends mails through an SMTP server. The SMTP library is loaded with the first mail.
 *
 * @param url - `smtps://user:password@mail.example.com`
 */
export function createSmtpSender(url: string, from: string): SendMail {
  const transport = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000 })
  }
  let opened: ReturnType<typeof transport> | undefined
  return async mail => {
    opened ??= transport()
    await (await opened).sendMail({ from, ...mail })
  }
}

/** The mails of the shop. None contains a name: anyone can register with a name that is a message. */
export const mailTemplates = (shop: string) => ({
  reset: (to: string, link: string, minutes: number): Mail => ({
    to,
    subject: `A new password for ${shop}`,
    text: `Hello,

somebody asked for a new password for your account at ${shop}.
If that was you, choose one here within ${minutes} minutes:

${link}

If it was not you, there is nothing to do: your password stays as it is.

Your ${shop}
`,
  }),
  passwordChanged: (to: string): Mail => ({
    to,
    subject: `Your password for ${shop} has been changed`,
    text: `Hello,

the password of your account at ${shop} has just been changed, and
everybody who was logged in to it has been logged out.

If it was not you, ask for a new password on the login page, with
'Forgotten your password?', and tell us.

Your ${shop}
`,
  }),
  emailChanged: (to: string): Mail => ({
    to,
    subject: `Your email address for ${shop} has been changed`,
    text: `Hello,

your account at ${shop} has another email address now. This is the
last mail that comes to the old one.

If it was not you, please tell us at once.

Your ${shop}
`,
  }),
  paymentEnded: (to: string, amountText: string): Mail => ({
    to,
    subject: `Your payment of ${amountText} at ${shop} was cancelled`,
    text: `Hello,

you approved a payment of ${amountText} at ${shop} that no order
was paid with. We have cancelled it: nothing is charged, and what
was taken already is on its way back to you.

There is nothing to do. If an order is missing, please place it
again.

Your ${shop}
`,
  }),
})
