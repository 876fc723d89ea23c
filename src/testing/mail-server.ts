import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { openMailer } from '#platform/mail/mailer.ts'

type Received = { from: string; to: string[]; text: string; messageId: string }

/**
 * Starts a real mail server on a free port. It refuses recipients named `refused` for good, `later` temporarily and
 * `login` for want of a sign-in, and the text of an email to `spam`.
 * @param startsTls whether it offers STARTTLS, with a certificate that nobody trusts
 */
export async function startMailServer({ startsTls = false } = {}) {
  const received: Received[] = []
  /** How the server behaves; a test may change it at any time. */
  const behaviour = {
    /** Accepts connections and says nothing. */
    isSilent: false,
    /** Knows no such user, whatever the password. */
    refusesLogin: false,
    /** Refuses the company's address as the sender. */
    refusesSender: false,
    /** The responses to recipients, by the names of their mailboxes. */
    refusals: { refused: 550, later: 451, login: 530 } as Record<string, number>,
    /** What it says to them, if something else than that there is no such mailbox. */
    refusalTexts: {} as Record<string, string>,
    /** What it says with 550 to the text of each email, if it takes none. */
    refusesData: '',
    /** Awaited before the greeting. */
    onConnection: async () => {},
    /** Awaited before an email that has been received is acknowledged. */
    beforeAccepting: async () => {},
  }
  let connections = 0
  const refusal = (responseCode: number, reason: string) =>
    Object.assign(new Error(reason), { responseCode })
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: startsTls ? [] : ['STARTTLS'],
    closeTimeout: 1,
    async onConnect(_session, done) {
      connections += 1
      await behaviour.onConnection()
      if (!behaviour.isSilent) done()
    },
    onAuth({ username }, _session, done) {
      if (behaviour.refusesLogin) done(refusal(535, 'Authentication failed'))
      else done(null, { user: username })
    },
    onMailFrom(_address, _session, done) {
      done(behaviour.refusesSender ? refusal(553, 'Sender not allowed') : null)
    },
    onRcptTo({ address }, _session, done) {
      const [name] = address.split('@')
      const code = behaviour.refusals[name ?? '']
      const text = behaviour.refusalTexts[name ?? ''] ?? `No such mailbox here: <${address}>`
      done(code ? refusal(code, text) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mailFrom } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const to = session.envelope.rcptTo.map(({ address }) => address)
        if (behaviour.refusesData) return done(refusal(550, behaviour.refusesData))
        if (to[0]?.startsWith('spam@')) return done(refusal(554, 'Looks like spam'))
        const text = Buffer.concat(chunks).toString()
        const messageId = /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim() ?? ''
        received.push({ from, to, text, messageId })
        await behaviour.beforeAccepting()
        done()
      })
    },
  })
  // A client that was killed, or gave up, resets its connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://huza:password@127.0.0.1:${port}`
  const mailer = openMailer(url)
  return {
    received,
    behaviour,
    mailer,
    url,
    connections: () => connections,
    async stop() {
      mailer.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
