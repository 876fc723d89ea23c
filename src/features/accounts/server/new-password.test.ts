import { expect, test } from 'vitest'
import { isCommonPassword } from './new-password.ts'

test.each(['1qaz2wsx3edc', 'Administrator', ' unbelievable ', 'Password1234', '2026password!'])(
  'the common password %j is recognized, in any spelling and with digits around it',
  async (password) => expect(await isCommonPassword(password)).toBe(true),
)

test.each([
  'a long enough password',
  'gakomu-befiru-nadozi-wamuke-zifoda',
  'dragon-8374928374923',
  '918273645546372819',
])('%j is no common password', async (password) =>
  expect(await isCommonPassword(password)).toBe(false),
)
