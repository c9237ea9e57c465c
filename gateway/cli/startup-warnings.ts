import { isLoopback } from '../requests/addresses.ts'
import type { Settings } from './settings.ts'

/** Unsafe and missing settings of a shop that other machines reach. Empty for a shop that only this machine reaches. */
export function startupWarnings(settings: Settings): string[] {
  const { host, publicUrl, payments, smtpUrl, inspector, databaseUrl } = settings
  const { hostname, protocol } = new URL(publicUrl)
  const isPublic = !isLoopback(hostname)
  if (!isPublic && isLoopback(host)) return []
  const found = [
    [!isPublic, `PUBLIC_URL is ${publicUrl}, and HOST ${host} accepts other machines: links in mails do not work.`],
    [isPublic && protocol === 'http:', 'PUBLIC_URL is http: passwords and orders are sent unencrypted.'],
    [payments === 'sandbox', 'PAYMENTS is sandbox: orders paid online are tests, and no money moves.'],
    [smtpUrl === null, 'SMTP_URL is missing: receipts and links to reset passwords are files and reach no customer.'],
    [inspector === 'on', 'INSPECTOR is on: every page can be inspected, and each shopper loads one more script.'],
    [
      databaseUrl !== null && isUnencrypted(databaseUrl),
      'DATABASE_URL names another machine without sslmode: the connection may be unencrypted.',
    ],
  ] as const
  return found.flatMap(([isFound, message]) => (isFound ? [message] : []))
}

/** Whether the database is on another machine and the URL does not say whether the connection is encrypted. */
function isUnencrypted(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false
  const { hostname, searchParams } = new URL(databaseUrl)
  return hostname !== '' && !isLoopback(hostname) && !searchParams.has('sslmode')
}
