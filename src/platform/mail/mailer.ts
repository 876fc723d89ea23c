import { type DkimKey, dkimOptions } from './dkim.ts'
import { type OutgoingEmail, toMessage } from './email-message.ts'

/** Sends emails. `send` rejects with a `MailError`. `close` also ends what is under way. */
export type Mailer = {
  send(email: OutgoingEmail): Promise<unknown>
  /** Connects and signs in, and sends nothing. Rejects as `send` does. */
  verify(): Promise<unknown>
  close(): void
}

/** The longest wait for each response of the mail server. */
const timeoutMs = 20_000
/** The longest time that one email takes, in whatever steps the mail server spends it. */
export const sendTimeoutMs = 45_000

/**
 * Creates a mailer for the server at this URL (`smtp://…`). It connects with the first email. @param dkim signs them
 */
export function openMailer(smtpUrl: string, dkim?: DkimKey): Mailer {
  const open = async () => {
    // Imported on demand: it is large, and many sites have no mail server.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    })
  }
  let transport: ReturnType<typeof open> | undefined
  const closing = new AbortController()
  return {
    async send(email) {
      transport ??= open()
      return (await transport).sendMail({
        ...toMessage(email),
        ...(dkim && { dkim: dkimOptions(dkim, email.sender) }),
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(sendTimeoutMs)]),
      })
    },
    async verify() {
      transport ??= open()
      return (await transport).verify()
    },
    close() {
      closing.abort()
      void transport?.then((opened) => opened.close())
    },
  }
}
