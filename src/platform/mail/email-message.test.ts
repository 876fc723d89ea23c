import { expect, test } from 'vitest'
import { type Email, sizeOf } from './email-message.ts'

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
