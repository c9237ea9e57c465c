/**
 * What a failed attempt to send a mail means.
 *
 * - `refused`: the mail server has refused this mail for good. The others can be sent.
 * - `postponed`: it asks for another attempt at this mail later, as greylisting does.
 * - `blocked`: it could not be reached, or refuses the shop: its login, its sender address, its network. No mail is at fault.
 */
export interface MailFailure {
  kind: 'refused' | 'postponed' | 'blocked'
  /** Response or error code and SMTP command, without personal data: `535 AUTH`, `ECONNREFUSED CONN`. */
  problem: string
}

/** What is known of an error: nodemailer adds the command that was answered. */
interface SendError {
  code?: unknown
  originalCode?: unknown
  responseCode?: unknown
  response?: unknown
  command?: unknown
}

/**
 * Explains why a mail was not sent. Only an answer to the recipient (RCPT TO) or to the whole message (the end of DATA) can be
 * about this mail; at the connection, the greeting, EHLO, STARTTLS, AUTH, MAIL FROM and the begin of DATA it is about the shop.
 */
export function explainFailure(error: unknown): MailFailure {
  const { code, originalCode, responseCode, response, command } = error as SendError
  const status = typeof responseCode === 'number' ? responseCode : null
  // 'AUTH PLAIN' and 'AUTH LOGIN' are one cause
  const stage = typeof command === 'string' ? command.replace(/^AUTH .*/, 'AUTH') : ''
  const problem = `${String(status ?? originalCode ?? code ?? 'unknown')} ${stage}`.trim()
  const isOfMail = stage === 'RCPT TO' || (stage === 'DATA' && code === 'EMESSAGE')
  if (!isOfMail || status === null || status === 421 || concernsShop(status, response))
    return { kind: 'blocked', problem }
  return { kind: status >= 500 ? 'refused' : 'postponed', problem }
}

/** Reply codes that are about the session, wherever they are sent: unknown commands and their order, and logins. */
const sessionCodes = [500, 502, 503, 504, 530, 534, 535, 538]

/**
 * Whether a refusal of a recipient or a message is about the shop, by its enhanced status code (RFC 3463): security and policy, as
 * 'relay denied' (5.7), the sender's address (5.1.7, 5.1.8), the mail system (5.3, but for the size of the message), or the sender's quota
 * (5.4.5). A refusal without such a code is about the mail.
 */
function concernsShop(status: number, response: unknown): boolean {
  if (sessionCodes.includes(status)) return true
  const enhanced = typeof response === 'string' ? (enhancedCode.exec(response)?.slice(1).find(Boolean) ?? '') : ''
  return /^5\.(?:7\.\d+|1\.[78]|3\.(?!4$)\d+|4\.5)$/.test(enhanced)
}

/** After the reply code, or as qmail writes it: `553 sorry, … (#5.7.1)`. */
const enhancedCode = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})(?![\d.])|\(#(5\.\d{1,3}\.\d{1,3})\)/
