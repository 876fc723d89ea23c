import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '#testing/mail-server.ts'
import { type Email, isOutage, openMailer, sizeOf } from './mailer.ts'

const ethiopic = (length: number) => 'ሰላም፣ ስለ መልእክትዎ እናመሰግናለን። '.repeat(length).slice(0, length)

const email: Email = {
  recipient: 'aline@example.rw',
  subject: 'The event has changed',
  parts: [ethiopic(3_000)],
}

test('a calendar counts towards what an email may have, so that with a long one it goes as text', async () => {
  const calendar = `BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nDESCRIPTION:${ethiopic(3_000)}\r\nEND:VCALENDAR\r\n`
  expect(await sizeOf(email)).toBeGreaterThan(25_000)
  expect(await sizeOf({ ...email, calendar })).toBeLessThan(40 * 1024)
})

test('with requireTLS nothing goes to a mail server that offers no TLS, and emails wait', async () => {
  const mail = await startMailServer()
  const mailer = openMailer(`${mail.url}?requireTLS=true`)
  onTestFinished(async () => {
    mailer.close()
    await mail.stop()
  })
  const outgoing = { ...email, sender: 'hello@huza.example', messageId: '<one@huza.example>' }
  const error = await mailer.send(outgoing).catch((refusal: unknown) => refusal)
  expect(error).toMatchObject({ code: 'ETLS' })
  expect(isOutage(error as Error)).toBe(true)
  expect(mail.received).toEqual([])
})
