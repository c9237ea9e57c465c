import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#gateway/cli/settings'
import { createMailFolder, createSmtpSender } from '#gateway/mail/send-mail'
import { startMailServer, type ScriptedMailServer } from '../../kit/scripted-mail-server.ts'

let server: ScriptedMailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())

const never = new AbortController().signal
const mail = { id: 'mail-1', to: 'mei@example.com', subject: 'Your order', text: 'Rice' }

/** A mail as the server received it. */
async function sent(name: string, more: Partial<typeof mail> = {}, address = 'shop@example.com') {
  await createSmtpSender(server.url, { name, address }, 1_000)({ ...mail, ...more }, never)
  const [head = '', ...body] = server.received.pop()!.split('\n\n')
  const headers = head.replaceAll(/\n\s+/g, ' ').split('\n')
  const header = (field: string) =>
    headers.filter(line => line.startsWith(`${field}: `)).map(line => line.slice(field.length + 2))
  return { header, body: body.join('\n\n') }
}

describe('chatwoot/chatwoot#15278, TRC-Loop/Pelton#314, dani-garcia/vaultwarden#1862: the name of the shop read as addresses', () => {
  test.each([
    ['Wong, Li & Co', '"Wong, Li & Co" <shop@example.com>'],
    ['Lantern (Sydney)', '"Lantern (Sydney)" <shop@example.com>'],
    ['Lantern: Groceries; Gifts', '"Lantern: Groceries; Gifts" <shop@example.com>'],
    ['Mei’s <best> Shop', expect.stringMatching(/^=\?UTF-8\?\S+\?= <shop@example\.com>$/)],
    ['Lantern @ Eastwood', '"Lantern @ Eastwood" <shop@example.com>'],
    ['The "Lantern"', String.raw`"The \"Lantern\"" <shop@example.com>`],
    ['灯笼杂货', expect.stringMatching(/^=\?UTF-8\?\S+\?= <shop@example\.com>$/)],
    ['Lantern\r\nBcc: other@example.com', expect.stringMatching(/ <shop@example\.com>$/)],
    ['', 'shop@example.com'],
  ])('a shop with the name %j is one sender', async (name, from) => {
    const { header } = await sent(name)
    expect(header('From')).toEqual([from])
    expect([header('To'), header('Bcc')]).toEqual([['mei@example.com'], []])
    expect(header('Message-ID')).toEqual(['<mail-1@example.com>'])
  })

  test('a mail that is written to a file has the same sender', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mails-'))
    await createMailFolder(folder, { name: 'Lantern (Sydney)', address: 'shop@example.com' }, () => {})(mail, never)
    expect(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8')).toContain(
      'From: Lantern (Sydney) <shop@example.com>\n',
    )
  })
})

describe('multica-ai/multica#7568, stormkit-io/stormkit-io#287: a sender that is set with a name', () => {
  test.each([
    ['shop@example.com', { address: 'shop@example.com' }],
    ['Lantern <shop@example.com>', { name: 'Lantern', address: 'shop@example.com' }],
    ['"Wong, Li & Co" <shop@example.com>', { name: 'Wong, Li & Co', address: 'shop@example.com' }],
    [' <shop@example.com> ', { address: 'shop@example.com' }],
    ['root@localhost', { address: 'root@localhost' }],
    [undefined, { address: 'no-reply@grocer.example' }],
    ['', { address: 'no-reply@grocer.example' }],
  ])('MAIL_FROM %j is understood', (text, mailFrom) => {
    expect(readSettings({ PUBLIC_URL: 'https://grocer.example', MAIL_FROM: text }).mailFrom).toEqual(mailFrom)
  })

  test.each([
    'Lantern',
    'Lantern <>',
    'a@example.com, b@example.com',
    'A <a@example.com>, B <b@example.com>',
    'a@b@example.com',
  ])('MAIL_FROM %j is refused at the start', text => {
    expect(() => readSettings({ MAIL_FROM: text })).toThrow(/^MAIL_FROM is neither an email address nor/)
  })
})

describe('mattermost/mattermost#7740, mastodon/mastodon#22455, zulip/zulip#13193: absence notes for mails that no person wrote', () => {
  test('every mail says that it was written by a program', async () => {
    const { header } = await sent('Shop')
    expect(header('Auto-Submitted')).toEqual(['auto-generated'])
    expect(header('X-Auto-Response-Suppress')).toEqual(['OOF, AutoReply'])
  })
})
