import { expect, test } from 'vitest'
import { ApiError } from '#client/api/errors.ts'
import { errorTexts } from './use-wizard.ts'

const texts = (fields: Record<string, string[]>) =>
  errorTexts(new ApiError(400, 'Please check the fields.', fields))

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
  expect(texts({})).toEqual(['Please check the fields.'])
})
