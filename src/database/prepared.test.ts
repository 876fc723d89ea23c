import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareInsert, prepareQuery, type Slots } from './prepared.ts'

let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await startTestApp()
  second = await startTestApp()
})
afterAll(async () => {
  await first[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})

test('a prepared query is built once per database, and runs with the values of each call', async () => {
  for (const name of ['Kigali', 'Huye', 'Musanze']) await createCohort(first.services, { name })
  await createCohort(second.services, { name: 'Huye' })
  let built = 0
  const findOtherCohorts = prepareQuery(
    (database, { name, limit }: Slots<{ name: string; limit: number }>) => {
      built += 1
      return database
        .selectFrom('cohorts')
        .select(['name', name.as('without')])
        .where('status', '!=', 'nothing')
        .where('name', '!=', name)
        .orderBy('name')
        .limit(limit)
    },
  )
  const { database } = first.services
  expect(await findOtherCohorts(database, { name: 'Huye', limit: 5 })).toEqual([
    { name: 'Kigali', without: 'Huye' },
    { name: 'Musanze', without: 'Huye' },
  ])
  expect(await findOtherCohorts(database, { name: 'Kigali', limit: 1 })).toEqual([
    { name: 'Huye', without: 'Kigali' },
  ])
  expect(await findOtherCohorts(second.services.database, { name: 'Huye', limit: 5 })).toEqual([])
  expect(built).toBe(2)
})

test('a prepared insert stores whatever columns a row comes with', async () => {
  const insertFile = prepareInsert('files')
  const file = { name: 'a.pdf', type: 'application/pdf', size_bytes: 1, sha256: '' }
  const at = first.services.now().toISOString()
  const ids: number[] = []
  for (const [key, warnings] of [['a'], ['b', 'SCRIPT'], ['c', undefined]] as const) {
    const row = { ...file, key, created_at: at, ...(key !== 'a' && { warnings }) }
    ids.push(await insertFile(first.services.database, row as never))
  }
  const stored = await first.services.database
    .selectFrom('files')
    .select(['key', 'warnings', 'name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  expect(stored).toEqual([
    { key: 'a', warnings: '', name: 'a.pdf' },
    { key: 'b', warnings: 'SCRIPT', name: 'a.pdf' },
    { key: 'c', warnings: '', name: 'a.pdf' },
  ])
})
