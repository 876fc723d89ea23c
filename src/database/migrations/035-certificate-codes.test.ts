import { expect, onTestFinished, test } from 'vitest'
import { startBeforeMigration } from '#testing/migrating.ts'

test('certificates from before get codes of their own, which staff can search for', async () => {
  const before = await startBeforeMigration('035-certificate-codes')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const days = { start_day: '2026-01-05', end_day: '2026-04-03', issued_day: '2026-04-10' }
  const at = '2026-04-10T08:00:00.000Z'
  const row = (number: string) => ({
    number,
    full_name: 'Aline Uwase',
    email: 'aline@example.rw',
    course: 'Go',
    cohort: 'A',
    email_key: 'aline@example.rw',
    search_text: `aline uwase\n${number}`,
    ...days,
    created_at: at,
    updated_at: at,
  })
  for (const number of ['2026-AAAAAA', '2026-BBBBBB']) {
    await database
      .insertInto('certificates')
      .values(row(number) as never)
      .execute()
  }
  await before.migrate()
  const rows = await database
    .selectFrom('certificates')
    .select(['number', 'code', 'search_text'])
    .orderBy('id')
    .execute()
  expect(rows).toHaveLength(2)
  expect(rows[0]?.code).not.toBe(rows[1]?.code)
  for (const { number, code, search_text } of rows) {
    expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){2}[2-9A-HJKMNP-TV-Z]{4}$/)
    expect(search_text).toBe(`aline uwase\n${number}\n${code.toLowerCase()}`)
  }
})
