import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFromNearerEnd, findIds, findIdsInWindows, findPlace } from '#database/ordered-list.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import type { ApplicationStatus } from '../validation.ts'
import { type Ordering, orderOf } from './filters.ts'

type Row = {
  id: number
  cohort: number
  status: ApplicationStatus
  gender: 'FEMALE' | 'MALE'
  last_name: string
}

let app: TestApp
let token: string
/** In the order in which they came. */
const rows: Row[] = []
beforeAll(async () => {
  app = await startTestApp()
  const here = await createCohortAndStack(app, { limit: 500 })
  const cohorts = [here.cohort]
  for (let more = 0; more < 2; more += 1) {
    cohorts.push(await createCohort(app.services, { limit: 500 }))
  }
  const statuses = ['PENDING', 'REVIEWING', 'REJECTED'] as const
  for (let index = 0; index < 24; index += 1) {
    const row = {
      cohort: cohorts[(index * 7) % 3] as number,
      // Nobody in the second cohort is rejected.
      status: statuses[index % 3 === 1 ? 0 : (index * 5) % 3] as ApplicationStatus,
      gender: index % 4 === 0 ? ('MALE' as const) : ('FEMALE' as const),
      last_name: `Name ${(index * 11) % 24}`,
    }
    app.advanceS(60)
    rows.push({ ...row, id: await createApplication(app.services, { ...here, ...row }, row) })
  }
  token = await app.signIn('RECRUITER')
})
afterAll(() => app[Symbol.asyncDispose]())

const get = async (path: string) => (await app.json(`/api${path}`, { token })).body
const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id)

/** What a row is sorted by, before the moment at which it came. */
const sortKeys = {
  created_at: () => '',
  name: ({ last_name }: Row) => last_name.toLowerCase(),
  status: ({ status }: Row) => status,
  cohort: ({ cohort }: Row) => String(cohort).padStart(9, '0'),
}

const filters: Record<string, (row: Row) => boolean> = {
  '': () => true,
  'status=PENDING': ({ status }) => status === 'PENDING',
  'status=PENDING,REJECTED&gender=FEMALE': ({ status, gender }) =>
    status !== 'REVIEWING' && gender === 'FEMALE',
  'assignee=none&gender=MALE': ({ gender }) => gender === 'MALE',
  'created_from=2020-01-01': () => true,
}

const orders = Object.entries(sortKeys).flatMap(([name, keyOf]) =>
  (['', '-'] as const).map((sign) => ({ ordering: sign + name, keyOf, sign })),
)
const cases = orders.flatMap((order) =>
  Object.entries(filters).map(([query, matches]) => ({ ...order, query, matches })),
)

test.each(cases)(
  'by $ordering, of "$query", pages, neighbours, places and exports are those of one list',
  async ({ ordering, keyOf, sign, query, matches }) => {
    const expected = rows
      .map((row, index) => ({ row, key: `${keyOf(row)} ${String(index).padStart(3, '0')}` }))
      .sort((one, other) => (one.key < other.key ? -1 : 1) * (sign ? -1 : 1))
    const list = expected.filter(({ row }) => matches(row)).map(({ row }) => row.id)

    const asked = `${query}&ordering=${ordering}`
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(list.length / 5) }, (_, index) => index + 1).map((page) =>
        get(`/website/application/?${asked}&page_size=5&page=${page}`),
      ),
    )
    expect(pages.flatMap(({ results }) => idsOf(results))).toEqual(list)
    expect(new Set(pages.map(({ total_items }) => total_items))).toEqual(new Set([list.length]))

    const exported = await app.request('/api/admin/applications/export/?format=json', {
      method: 'POST',
      token,
      json: { filters: Object.fromEntries(new URLSearchParams(query)), ordering },
    })
    expect(idsOf(await exported.json())).toEqual(list)

    const at = (index: number) => expected[index]?.row.id as number
    for (const index of [0, 5, 11, 12, 18, 23]) {
      const isListed = list.includes(at(index))
      const before = expected.slice(0, index).filter(({ row }) => matches(row))
      const after = expected.slice(index + 1).filter(({ row }) => matches(row))
      const upcoming = idsOf(after.map(({ row }) => row)).slice(0, 3)
      const around = await get(`/admin/applications/${at(index)}/neighbours/?${asked}&ahead=3`)
      expect([index, isListed, around]).toEqual([
        index,
        isListed,
        { previous: before.at(-1)?.row.id ?? null, next: upcoming[0] ?? null, upcoming },
      ])
      const place = await get(`/admin/applications/${at(index)}/place/?${asked}`)
      expect(place).toEqual({ place: before.length + 1, total: list.length })
    }
  },
)

test.each(orders)('by $ordering, a list read in windows is the same list', async ({ ordering }) => {
  const { database } = app.services
  const all = database.selectFrom('applications')
  const order = orderOf(ordering as Ordering)
  const ids = await findIds(all, order)
  expect(await findIdsInWindows(all, order, 5)).toEqual(ids)
  expect(await findIdsInWindows(all, order, 24)).toEqual(ids)
  for (const offset of [2, 9, 12, 22]) {
    const counted = { order, total: ids.length, windowSize: 3 }
    const page = await findFromNearerEnd(all, { ...counted, window: { limit: 4, offset } })
    expect(page).toEqual(ids.slice(offset, offset + 4))
    const own = all.where('id', '=', ids[offset] as number)
    const place = await findPlace(own, all, counted)
    expect(place).toEqual({ place: offset + 1, total: ids.length })
  }
})
