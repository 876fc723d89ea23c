import { expect, test } from 'vitest'
import { readOutcome } from './send-form.ts'

function refusalOf(body: unknown) {
  const outcome = readOutcome(400, body, 'application')
  return outcome.kind === 'refused' ? outcome.error : undefined
}

test('a refusal has the messages of its fields', () => {
  const fields = { first_name: ['First name is required', 'Too short'] }
  expect(refusalOf(fields)?.fields).toEqual(fields)
})

test("without field errors, a refusal has the server's general message", () => {
  expect(refusalOf({ detail: 'Too many requests. Please try again in 30 seconds.' })).toMatchObject(
    { detail: 'Too many requests. Please try again in 30 seconds.', fields: {} },
  )
  expect(refusalOf({ message: 'Closed for today' })).toMatchObject({
    detail: 'Closed for today',
    fields: {},
  })
})

test('a response without a message has the default message', () => {
  const otherwise = 'Your application could not be sent. Please try again.'
  expect(refusalOf(null)?.detail).toBe(otherwise)
  expect(refusalOf({ code: 7 })?.detail).toBe(otherwise)
  expect(refusalOf({})?.detail).toBe('No data is there.')
})
