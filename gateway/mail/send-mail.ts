import { chmodSync, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../database/ids.ts'
import type { SendMail } from '../shop/mail.ts'

/**
 * Writes mails into a folder, one file each, readable by its owner only: for shops without a mail server.
 *
 * @param from - `Lucky Lantern Grocer <shop@example.com>`
 * @param logWarning - logs the name of each file, and nothing of its content
 */
export function createMailFolder(folder: string, from: string, logWarning: (message: string) => void): SendMail {
  return async ({ to, subject, text }) => {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o700)
    const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.txt`)
    const letter = `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}`
    await writeFile(path, letter, { mode: 0o600, flag: 'wx' })
    logWarning(`A mail is in ${path}. It was not sent: SMTP_URL names no mail server.`)
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
  return async ({ to, ...mail }) => {
    opened ??= transport()
    // As an object: a string would be parsed, and could be read as another address.
    await (await opened).sendMail({ from, ...mail, to: { name: '', address: to } })
  }
}
