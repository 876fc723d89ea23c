import { expect, onTestFinished, test } from 'vitest'
import { consumeLimit } from '#platform/http/limits.ts'
import { startBeforeMigration } from '#testing/migrating.ts'

test('what was counted before still counts', async () => {
  const before = await startBeforeMigration('078-limits-without-index')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const now = new Date('2026-04-10T08:00:00.000Z')
  const count = () => consumeLimit(database, 'a', { calls: 2, seconds: 60 }, now)
  expect(await count()).toBeNull()
  await before.migrate()
  expect([await count(), await count()]).toEqual([null, 60])
})
