import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareQuery, type Slots } from './prepared.ts'

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

test('a prepared query is built once for each database, and answers with the values of each asking', async () => {
  for (const name of ['Kigali', 'Huye', 'Musanze']) await createCohort(first.services, { name })
  await createCohort(second.services, { name: 'Huye' })
  let built = 0
  const cohortsBut = prepareQuery(
    (database, { name, most }: Slots<{ name: string; most: number }>) => {
      built += 1
      return database
        .selectFrom('cohorts')
        .select(['name', name.as('without')])
        .where('status', '!=', 'nothing')
        .where('name', '!=', name)
        .orderBy('name')
        .limit(most)
    },
  )
  const { database } = first.services
  expect(await cohortsBut(database, { name: 'Huye', most: 5 })).toEqual([
    { name: 'Kigali', without: 'Huye' },
    { name: 'Musanze', without: 'Huye' },
  ])
  expect(await cohortsBut(database, { name: 'Kigali', most: 1 })).toEqual([
    { name: 'Huye', without: 'Kigali' },
  ])
  expect(await cohortsBut(second.services.database, { name: 'Huye', most: 5 })).toEqual([])
  expect(built).toBe(2)
})
