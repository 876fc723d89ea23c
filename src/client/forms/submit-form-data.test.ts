import { expect, test } from 'vitest'
import { readValues, textRule } from '#shared/validation.ts'
import { ApiError, errorsFromApi, parseErrorBody } from '../api/errors.ts'
import { submitFormData, submitFormWithFiles } from './submit-form-data.ts'

const form = {
  rules: { message: textRule(10, 12, 'Too short') },
  failure: 'Your message could not be sent.',
}
const posted = (message: string) => new URLSearchParams({ message, form_token: '1.a' })

test('a line break counts as one character, however the browser posts it', async () => {
  expect(readValues(form.rules, posted('a\r\n\r\n\r\n\r\nb'))).toEqual({ message: 'a\n\n\n\nb' })
  const outcome = await submitFormData(
    form,
    posted('12345\r\n7890'),
    async ({ message }) => message,
  )
  expect(outcome).toEqual({ sent: '12345\n7890' })
})

test('a refused form keeps its values and its token', async () => {
  const refusal = new ApiError(429, 'Too many requests. Please try again in 30 seconds.')
  const outcome = await submitFormData(form, posted('ten letters'), () => Promise.reject(refusal))
  expect(outcome).toEqual({
    status: 429,
    refused: {
      values: { message: 'ten letters' },
      errors: { fields: {}, summary: 'Too many requests. Please try again in 30 seconds.' },
      formToken: '1.a',
    },
  })
})

test('a failure is shown in the words of the form, whatever the server says of it', () => {
  for (const error of [new ApiError(500, 'Broken'), new ApiError(null, null)]) {
    expect(errorsFromApi(form, error)).toEqual({ fields: {}, summary: form.failure })
  }
})

test('an error at a field of the name message stands at that field', () => {
  const error = parseErrorBody(400, { message: ['This cannot be stored'] })
  expect(errorsFromApi(form, error).fields).toEqual({ message: 'This cannot be stored' })
})

test('an unreadable form shows why, and that going back restores the typed values', async () => {
  const detail = 'Too many files are being sent from here at once. Please try again in a moment.'
  const unreadable = () => Promise.reject(new ApiError(429, detail))
  expect(await submitFormWithFiles(form, unreadable, async () => 'sent')).toMatchObject({
    status: 429,
    refused: {
      errors: {
        summary: `${detail} When you go back in your browser, what you typed is still there.`,
      },
    },
  })
})
