import { expect, onTestFinished, test } from 'vitest'
import { startBeforeMigration } from '#testing/migrating.ts'

test('emails from before are found by their letters, with accents or without', async () => {
  const before = await startBeforeMigration('083-searched-emails')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const created_at = '2026-04-10T08:00:00.000Z'
  const unsent = { next_try_at: null, last_error: '', sent_at: null, created_at }
  const emails = [
    { recipient: 'Aline@Example.rw', subject: 'News' },
    ...Array.from({ length: 501 }, (_, index) => ({
      recipient: `\u00c9lise${index}@example.rw`,
      subject: 'Et\u0301\u00c9',
    })),
  ]
  for (const email of emails) {
    await database
      .insertInto('outbox')
      .values({ ...email, body: '', ...unsent })
      .execute()
  }
  await before.migrate()
  const rows = await database.selectFrom('outbox').select('search_text').orderBy('id').execute()
  expect(rows.map(({ search_text }) => search_text)).toEqual([
    'aline@example.rw news',
    ...emails.slice(1).map((_, index) => `elise${index}@example.rw ete`),
  ])
})
