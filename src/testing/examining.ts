import { expect } from 'vitest'
import type { Config } from '#config'
import { examine } from '../commands/doctor/examine.ts'
import type { TestApp } from './app.ts'

/** What `npm run doctor` tells of a subject, with these settings changed. */
export async function lookAt(
  app: TestApp,
  subject: string,
  changes: Partial<Config> = {},
  outside?: Parameters<typeof examine>[1],
) {
  for await (const diagnosis of examine({ ...app.services.config, ...changes }, outside)) {
    if (diagnosis.subject === subject) return diagnosis
  }
  throw new Error(`Nothing is told of ${subject}`)
}

export const wrong = (words: string) => ({ isWrong: true, text: expect.stringContaining(words) })
export const fine = (words: string) => ({ isWrong: false, text: expect.stringContaining(words) })
