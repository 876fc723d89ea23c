import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '#testing/mail-server.ts'
import { openMailer } from './mailer.ts'
import { isOutage } from './smtp-errors.ts'

test('with requireTLS nothing goes to a mail server that offers no TLS, and emails wait', async () => {
  const mail = await startMailServer()
  const mailer = openMailer(`${mail.url}?requireTLS=true`)
  onTestFinished(async () => {
    mailer.close()
    await mail.stop()
  })
  const outgoing = {
    recipient: 'aline@example.rw',
    subject: 'The event has changed',
    parts: ['It is on Tuesday.'],
    sender: 'hello@huza.example',
    messageId: '<one@huza.example>',
  }
  const error = await mailer.send(outgoing).catch((refusal: unknown) => refusal)
  expect(error).toMatchObject({ code: 'ETLS' })
  expect(isOutage(error as Error)).toBe(true)
  expect(mail.received).toEqual([])
})
