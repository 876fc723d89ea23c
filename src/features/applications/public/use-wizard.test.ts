import { expect, test } from 'vitest'
import { readOutcome } from '#client/forms/send-form.ts'
import { errorTexts } from './use-wizard.ts'

function texts(body: unknown) {
  const outcome = readOutcome(400, body, 'application')
  return outcome.kind === 'refused' ? errorTexts(outcome.error) : []
}

test('each field has a notification of its own, with its first message', () => {
  expect(
    texts({ first_name: ['First name is required', 'Too short'], email: ['Email is required'] }),
  ).toEqual(['FIRST NAME: First name is required', 'EMAIL: Email is required'])
})

test('only the first underscore of a field becomes a space', () => {
  expect(texts({ other_phone_number: ['At most 40 characters'] })).toEqual([
    'OTHER PHONE_NUMBER: At most 40 characters',
  ])
})

test("without field errors, the server's general message is shown", () => {
  expect(texts({ detail: 'Too many requests. Please try again in 30 seconds.' })).toEqual([
    'Too many requests. Please try again in 30 seconds.',
  ])
  expect(texts({ message: 'Closed for today' })).toEqual(['Closed for today'])
})

test('a response without a message shows the default message', () => {
  expect(texts(null)).toEqual(['Your application could not be sent. Please try again.'])
  expect(texts({ code: 7 })).toEqual(['Your application could not be sent. Please try again.'])
  expect(texts({})).toEqual(['No data is there.'])
})
