import { company } from '#shared/company.ts'

export type Email = {
  recipient: string
  subject: string
  body: string
  /** An iCalendar file that comes with it. */
  calendar?: string
  /** Where the list that it was written to is left, also by one click in the mail program (RFC 8058). */
  unsubscribe_link?: string
}

/** Whoever carries emails: a promise that fails is an email to be tried again. */
export type Mailer = { send(email: Email & { id: number }): Promise<unknown>; close(): void }

const timeoutMs = 20_000

/** Opens the mail server of that address (`smtp://…`), which is connected to when there is something to send. */
export function openMailer(smtpUrl: string): Mailer {
  const open = async () => {
    // Large, and nothing to a site without a mail server.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    })
  }
  let transport: ReturnType<typeof open> | undefined
  const [, domain] = company.email.split('@')
  return {
    async send({ id, recipient, subject, body, calendar, unsubscribe_link }) {
      transport ??= open()
      return (await transport).sendMail({
        from: { name: company.name, address: company.email },
        // As an object it is one recipient, whatever commas stand in it.
        to: { name: '', address: recipient },
        subject,
        text: body,
        ...(calendar && {
          attachments: [
            {
              filename: 'event.ics',
              content: calendar,
              contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
            },
          ],
        }),
        ...(unsubscribe_link && {
          list: { unsubscribe: unsubscribe_link },
          headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
        // The same at every try, so that an email that went out unnoticed can be known by it.
        messageId: `<outbox-${id}@${domain}>`,
      })
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}
