import { createTransport } from 'nodemailer'
import { site } from '#site'

export type Letter = { recipient: string; subject: string; body: string }

/** Whoever carries letters: a promise that fails is a letter to be tried again. */
export type Mailer = { send(letter: Letter & { id: number }): Promise<unknown>; close(): void }

const timeoutMs = 20_000

/** Opens the mail server of that address (`smtp://…`), which is connected to when there is something to send. */
export function openMailer(smtpUrl: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const [, domain] = site.email.split('@')
  return {
    send: ({ id, recipient, subject, body }) =>
      transport.sendMail({
        from: { name: site.name, address: site.email },
        // As an object it is one recipient, whatever commas stand in it.
        to: { name: '', address: recipient },
        subject,
        text: body,
        // The same at every try, so that a letter that went out unnoticed can be known by it.
        messageId: `<outbox-${id}@${domain}>`,
      }),
    close: () => transport.close(),
  }
}
