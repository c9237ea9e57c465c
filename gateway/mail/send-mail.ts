import { chmodSync, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../database/ids.ts'
import type { SendMail } from '../shop/mail.ts'

/** Who the mails are from. The name is text: it may have commas, brackets and quotes. */
export interface Sender {
  name: string
  address: string
}

/**
 * Keeps mail programs from answering: absence notes would go to the shop's address, one for each receipt.
 *
 * @see RFC 3834 §5; Exchange reads the other header
 */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/**
 * Writes mails into a folder, one file each, readable by its owner only: for shops without a mail server.
 *
 * @param logWarning - logs the name of each file, and nothing of its content
 */
export function createMailFolder(folder: string, from: Sender, logWarning: (message: string) => void): SendMail {
  return async ({ to, subject, text }) => {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o700)
    const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.txt`)
    const letter = `From: ${from.name} <${from.address}>\nTo: ${to}\nSubject: ${subject}\n\n${text}`
    await writeFile(path, letter, { mode: 0o600, flag: 'wx' })
    logWarning(`A mail is in ${path}. It was not sent: SMTP_URL names no mail server.`)
  }
}

/**
 * Sends mails through an SMTP server. The SMTP library is loaded with the first mail.
 *
 * @param url - `smtps://user:password@mail.example.com`
 * @param patience - milliseconds that the server may be silent; a mail takes three times as long at most
 */
export function createSmtpSender(url: string, from: Sender, patience = 8_000): SendMail {
  const transport = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience })
  }
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  let opened: ReturnType<typeof transport> | undefined
  return async ({ id, to, ...mail }, closing) => {
    opened ??= transport()
    await (
      await opened
    ).sendMail({
      // As objects: strings would be parsed, and could be read as other or several addresses.
      from,
      to: { name: '', address: to },
      ...mail,
      headers: automatic,
      ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
      signal: AbortSignal.any([closing, AbortSignal.timeout(3 * patience)]),
    })
  }
}
