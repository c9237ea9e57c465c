import { isLoopback, type Settings } from './settings.ts'

/** Unsafe and missing settings of a shop that other machines reach. Empty for a shop that only this machine reaches. */
export function startupWarnings(settings: Settings): string[] {
  const { host, publicUrl, payments, smtpUrl, inspector, databaseUrl } = settings
  const { hostname, protocol } = new URL(publicUrl)
  const isPublic = !isLoopback(hostname)
  if (!isPublic && isLoopback(host)) return []
  const found = [
    [!isPublic, `PUBLIC_URL is ${publicUrl}, and HOST ${host} lets other machines in: links in mails lead nowhere.`],
    [isPublic && protocol === 'http:', 'PUBLIC_URL is http: passwords and orders cross the network in clear.'],
    [payments === 'sandbox', 'PAYMENTS is sandbox: orders paid online are tests, and no money moves.'],
    [smtpUrl === null, 'SMTP_URL is missing: receipts and links to reset passwords are files and reach no customer.'],
    [inspector === 'on', 'INSPECTOR is on: every page can be inspected, and each shopper loads a script more.'],
    [
      /^postgres\w*:\/\/[^@]*@(?!localhost|127\.)[^/?]+(?!.*sslmode)/.test(databaseUrl ?? ''),
      'DATABASE_URL leaves this machine without sslmode.',
    ],
  ] as const
  return found.flatMap(([isFound, words]) => (isFound ? [words] : []))
}
