import { expect, onTestFinished, test } from 'vitest'
import { startBeforeMigration } from '#testing/migrating.ts'

test('emails that were withheld before say truly why, and others keep what they say', async () => {
  const before = await startBeforeMigration('090-withheld-reasons')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const old = 'Not sent: a newer email about the same has replaced it.'
  const now = 'Not sent: what it says no longer holds, or a newer email says it.'
  const emails = [
    { withheld: 'OUTDATED', last_error: old },
    { withheld: 'OUTDATED', last_error: 'Refused by their server' },
    { withheld: '', last_error: old },
  ]
  const created_at = '2026-04-10T08:00:00.000Z'
  const unsent = { next_try_at: null, sent_at: null, created_at }
  for (const email of emails) {
    await database
      .insertInto('outbox')
      .values({ recipient: 'aline@example.rw', subject: 'News', body: '', ...unsent, ...email })
      .execute()
  }
  await before.migrate()
  const rows = await database.selectFrom('outbox').select('last_error').orderBy('id').execute()
  expect(rows.map(({ last_error }) => last_error)).toEqual([now, 'Refused by their server', old])
})
