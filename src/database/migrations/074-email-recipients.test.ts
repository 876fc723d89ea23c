import { expect, onTestFinished, test } from 'vitest'
import { startBeforeMigration } from '#testing/migrating.ts'

test('emails from before are found by whatever spelling of their address', async () => {
  const before = await startBeforeMigration('074-email-recipients')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const created_at = '2026-04-10T08:00:00.000Z'
  const unsent = { next_try_at: null, last_error: '', sent_at: null, created_at }
  for (const recipient of ['Aline@Example.rw', 'E\u0301lise@K\u00efvu.rw', 'Erased person BCD']) {
    await database
      .insertInto('outbox')
      .values({ recipient, subject: 'News', body: '', ...unsent })
      .execute()
  }
  await before.migrate()
  const rows = database.selectFrom('outbox').select('recipient_key').orderBy('id')
  expect((await rows.execute()).map(({ recipient_key }) => recipient_key)).toEqual([
    'aline@example.rw',
    '\u00e9lise@xn--kvu-zma.rw',
    'erased person bcd',
  ])
})
