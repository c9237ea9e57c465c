import { createServer, type AddressInfo, type Socket } from 'node:net'

/** The steps of sending a mail at which a server can refuse, hang or close. */
export const mailStages = [
  'greeting',
  'EHLO',
  'STARTTLS',
  'AUTH',
  'MAIL FROM',
  'RCPT TO',
  'DATA',
  'end of DATA',
] as const
export type MailStage = (typeof mailStages)[number]

/** What a server does at a step instead of accepting it: a reply line, or no reply. */
export type Deviation = string | 'hangs' | 'closes'

/** An SMTP server (RFC 5321) that follows a script. */
export interface ScriptedMailServer {
  /** With the name and password of a login. */
  url: string
  /** The next connections deviate at this step; null to accept everything. */
  deviate: (stage: MailStage | null, deviation?: Deviation) => void
  /** The messages that arrived whole, whether or not they were accepted. */
  received: string[]
  connections: () => number
  close: () => void
}

/** The step of a command line. */
const stageOf = (line: string): MailStage | undefined =>
  mailStages.find(stage => line.toUpperCase().startsWith(stage === 'EHLO' ? 'EHLO' : stage))

const accepted: Partial<Record<MailStage, string>> = {
  greeting: '220 mail.example.com',
  AUTH: '235 2.7.0 welcome',
  DATA: '354 go on',
}

export function startMailServer(): Promise<ScriptedMailServer> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  let script: { stage: MailStage | null; deviation: Deviation } = { stage: null, deviation: 'hangs' }
  let connections = 0
  const server = createServer(socket => {
    const { stage: bad, deviation } = script
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const answer = (stage: MailStage | undefined, good: string) => {
      if (stage === undefined || stage !== bad) return void socket.write(`${good}\r\n`)
      if (deviation === 'closes') socket.destroy()
      else if (deviation !== 'hangs') socket.write(`${deviation}\r\n`)
    }
    let message: string | null = null
    let rest = ''
    const takeLine = (line: string) => {
      if (message !== null) {
        if (line !== '.') return void (message += `${line}\n`)
        received.push(message)
        message = null
        return answer('end of DATA', '250 2.0.0 accepted')
      }
      const stage = stageOf(line)
      if (stage === 'DATA' && bad !== 'DATA') message = ''
      if (stage === 'EHLO') {
        const extensions = bad === 'STARTTLS' ? ['STARTTLS', 'AUTH PLAIN'] : ['AUTH PLAIN']
        if (bad === 'EHLO') return answer('EHLO', '')
        const lines = ['mail.example.com', ...extensions]
        return void socket.write(
          lines.map((text, at) => `250${at === lines.length - 1 ? ' ' : '-'}${text}\r\n`).join(''),
        )
      }
      // nodemailer says HELO after a refused EHLO
      if (line.startsWith('HELO')) return answer(bad === 'EHLO' ? 'EHLO' : undefined, '250 mail.example.com')
      answer(stage, (stage && accepted[stage]) ?? '250 2.0.0 well')
    }
    socket.on('data', chunk => {
      const lines = (rest + String(chunk)).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) takeLine(line)
    })
    answer('greeting', accepted.greeting!)
  })
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `smtp://shop:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
        deviate: (stage, deviation = 'hangs') => void (script = { stage, deviation }),
        received,
        connections: () => connections,
        close: () => {
          server.close()
          for (const socket of sockets) socket.destroy()
        },
      }),
    )
  })
}
