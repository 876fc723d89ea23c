import { expect, test } from 'vitest'
import type { ApiClient } from '#client/api/client.ts'
import { postTalentForm } from './form-action.ts'

const nobody = {} as ApiClient

test('an unreadable form shows why, and that going back restores the typed values', async () => {
  const detail = 'Too many files are being sent from here at once. Please try again in a moment.'
  const refusal = Object.assign(new Error(detail), { code: 'TOO_MANY', status: 429, data: null })
  expect(await postTalentForm(nobody, () => Promise.reject(refusal))).toMatchObject({
    status: 429,
    refused: {
      errors: {
        summary: `${detail} When you go back in your browser, what you typed is still there.`,
      },
    },
  })
})
