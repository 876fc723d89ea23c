import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOfKind, personalData } from '#database/personal-data.ts'
import { storedData } from '../../pages/public/legal/stored-data.ts'
import { startTestApp, type TestApp } from '../app.ts'

/** Tables of the migrations, and the one that says how far SQLite's indexes of searches have come. */
const unnamedTables: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'search_progress',
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const of = <Key, Value>(entries: Iterable<readonly [Key, Value]>) => Object.fromEntries(entries)

test('every table and every column of the database is declared, once', async () => {
  const all = await app.services.database.introspection.getTables({
    withInternalKyselyTables: true,
  })
  // The index of a table's text is a table of its own on SQLite, and a column on PostgreSQL.
  const tables = all.filter(
    ({ name }) => !/_search(_|$)/.test(name) && !unnamedTables.includes(name),
  )
  const kinds = ['person', 'texts', 'staff', 'facts', 'inner'] as const
  const declared = (Object.keys(personalData) as (keyof typeof personalData)[]).map(
    (table) => [table, columnsOfKind(table, ...kinds).sort()] as const,
  )
  const namesOf = (columns: readonly { name: string; dataType: string }[]) =>
    columns.filter(({ dataType }) => dataType !== 'tsvector').map(({ name }) => name)
  const there = tables.map(({ name, columns }) => [name, namesOf(columns).sort()] as const)
  expect(of(declared)).toEqual(of(there))
})

/** Columns that contain personal data, in any table. */
const personal =
  /^(email|recipient|full_name|first_name|author|phone|phone_number|address|ip|user_agent|user_id|date_of_birth|identification|password_hash)$/

test('what looks like personal data is declared as such', () => {
  const overlooked = (Object.keys(personalData) as (keyof typeof personalData)[]).flatMap((table) =>
    columnsOfKind(table, 'facts', 'inner')
      .filter((column) => personal.test(column))
      .map((column) => `${table}.${column}`),
  )
  expect(overlooked).toEqual([])
})

test('the privacy page tells of every table with personal data', () => {
  const told = Object.values(personalData).flatMap(({ section }) => section ?? [])
  expect([...new Set(told)].sort()).toEqual(storedData.map(({ id }) => id).sort())
})
