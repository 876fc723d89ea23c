import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { messageIdOf } from '#platform/mail/message-id.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'

const secret = 'a secret for reports that is long enough'

let app: TestApp
let mail: MailServer
beforeEach(async () => {
  app = await startTestApp({ MAIL_WEBHOOK_SECRET: secret })
  mail = await startMailServer()
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

const put = (recipient: string) => {
  const email = { recipient, subject: 'News', parts: ['Muraho'] }
  return putInOutbox(app.services.database, email, app.services.now().toISOString())
}
const suppressions = () =>
  app.services.database
    .selectFrom('suppressions')
    .select(['email', 'reason', 'detail'])
    .orderBy('id')
    .execute()
const sign = (body: string) => createHmac('sha256', secret).update(body).digest('hex')
const report = (body: string, signature = sign(body)) =>
  app.json('/webhooks/mail', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-signature': `sha256=${signature}` },
  })

test('an email service reports bounces and complaints, signed', async () => {
  const [gone, angry] = [await put('gone@example.rw'), await put('angry@example.rw')]
  await sendDueEmails(app.services, mail.mailer)
  const messageId = (id: number) => messageIdOf(app.services, id)
  const bounced = { type: 'bounce', message_id: messageId(gone), status: '5.1.1', detail: 'No.' }
  const events = [
    bounced,
    bounced,
    { type: 'complaint', message_id: messageId(angry).slice(1, -1) },
    // Nobody but its recipient knows what stands behind the number.
    { type: 'complaint', message_id: `<outbox-${gone}.${'0'.repeat(20)}@huza.example>` },
  ]
  const body = JSON.stringify({ events })
  expect((await report(body, '00')).status).toBe(401)
  expect((await report(`${body} `, sign(body))).status).toBe(401)
  expect(await suppressions()).toEqual([])
  expect(await report(body)).toMatchObject({ status: 200, body: { recorded: 2 } })
  expect(await suppressions()).toMatchObject([
    { email: 'gone@example.rw', reason: 'HARD_BOUNCE', detail: '5.1.1 No.' },
    { email: 'angry@example.rw', reason: 'COMPLAINT' },
  ])
  expect((await report('{')).body).toEqual({ detail: 'This is no JSON.' })
  expect((await report('{"events":[{"type":"open"}]}')).status).toBe(400)
  expect((await report('x'.repeat(300_000))).status).toBe(413)
})
