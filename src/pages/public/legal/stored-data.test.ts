import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepsAll } from '#shared/retention.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { howLongOf, storedData, tablesWithoutPeople } from './stored-data.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** Columns that contain personal data, in any table. */
const personal =
  /^(email|recipient|full_name|first_name|author|phone|phone_number|address|ip|user_agent|user_id|date_of_birth|identification|password_hash)$/

test('the privacy page names every table with personal data, and no other', async () => {
  const all = await app.services.database.introspection.getTables({
    withInternalKyselyTables: true,
  })
  // The index of a table's text is a table of its own on SQLite.
  const tables = all.filter(({ name }) => !/_search(_|$)/.test(name))
  const listed = storedData.flatMap((section) => section.tables)
  expect([...listed, ...tablesWithoutPeople].sort()).toEqual(tables.map(({ name }) => name).sort())
  const overlooked = tables
    .filter(({ name }) => tablesWithoutPeople.includes(name))
    .flatMap(({ name, columns }) =>
      columns
        .filter((column) => personal.test(column.name))
        .map((column) => `${name}.${column.name}`),
    )
  expect(overlooked).toEqual([])
})

test('every section that a form links to exists', () => {
  const ids = storedData.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const section of [
    'talents',
    'applications',
    'events',
    'contact',
    'newsletter',
    'comments',
    'testimonials',
  ])
    expect(ids).toContain(section)
})

test('the privacy page says what is set, and otherwise that nothing goes by itself', () => {
  const talents = storedData.find(({ id }) => id === 'talents')
  if (!talents) throw new Error('The page has no talents')
  expect(howLongOf(talents, keepsAll)).toContain('No date is set on which it goes by itself.')
  expect(howLongOf(talents, { ...keepsAll, talents: '730' })).toContain(
    'By itself it goes two years after the last change to your registration.',
  )
})
