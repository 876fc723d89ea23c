import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { up } from './010-email-keys.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

test('keys from before get their domain in ASCII, and a row whose key is taken keeps its own', async () => {
  const { database } = app.services
  const before = [
    'aline@example.rw',
    'ngũgĩ@exámple.rw',
    'eric@ｙy.com',
    'eric@yy.com',
    'zoe@yy.com.',
  ]
  for (const email of before) {
    await database
      .insertInto('subscribers')
      .values({
        email,
        email_key: email,
        unsubscribed_at: null,
        created_at: '2026-03-02T08:00:00Z',
        updated_at: '2026-03-02T08:00:00Z',
      })
      .execute()
  }
  for (let time = 0; time < 2; time += 1) await up(database as never)
  const rows = await database.selectFrom('subscribers').selectAll().orderBy('id').execute()
  expect(rows.map((row) => row.email)).toEqual(before)
  expect(rows.map((row) => row.email_key)).toEqual([
    'aline@example.rw',
    'ngũgĩ@xn--exmple-qta.rw',
    'eric@ｙy.com',
    'eric@yy.com',
    'zoe@yy.com',
  ])
})
