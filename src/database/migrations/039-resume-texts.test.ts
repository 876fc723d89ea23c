import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startBeforeMigration } from '#testing/migrating.ts'

test('the resumes that are there are read in the background, and other files are not', async () => {
  const before = await startBeforeMigration('039-resume-texts')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database, migrate } = before
  const at = '2026-03-02T08:00:00.000Z'
  for (const [key, claimedAt] of [
    ['resumes/kept', at],
    ['resumes/interrupted', null],
    ['images/kept', at],
  ]) {
    await sql`
      insert into files (key, name, type, size_bytes, sha256, created_at, claimed_at)
      values (${key}, '', '', 0, '', ${at}, ${claimedAt})`.execute(database)
  }
  await migrate()
  const due = await database
    .selectFrom('resume_texts')
    .innerJoin('files', 'files.id', 'resume_texts.file_id')
    .select(['files.key', 'resume_texts.text', 'attempts', 'next_try_at'])
    .execute()
  expect(due).toEqual([{ key: 'resumes/kept', text: '', attempts: 0, next_try_at: at }])
})
