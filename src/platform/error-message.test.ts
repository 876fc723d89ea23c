import { expect, test } from 'vitest'
import { messageOf } from './error-message.ts'

test('where no address of a host answers, the message of each is told', () => {
  const errors = ['::1', '127.0.0.1'].map((ip) => new Error(`connect ECONNREFUSED ${ip}:5432`))
  expect(messageOf(new AggregateError(errors))).toBe(
    'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
  )
})

test('an error without a message is told by its code, and anything else as a text', () => {
  expect(messageOf(Object.assign(new Error(), { code: 'ECONNRESET' }))).toBe('ECONNRESET')
  expect(messageOf('Disk full')).toBe('Disk full')
})
