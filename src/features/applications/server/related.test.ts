import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication, type NewApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'

let app: TestApp
let token: string
let parents: Awaited<ReturnType<typeof createCohortAndStack>>
let count = 0
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  parents = await createCohortAndStack(app)
})
afterEach(() => app[Symbol.asyncDispose]())

/** Stores an application that shares nothing with others but what is said. */
async function create(overrides: Partial<NewApplication> = {}, name?: string) {
  count += 1
  const digits = String(1_000_000 + count)
  const own = { phone_number: `+25078${digits}`, identification: `1200170${digits}00` }
  const cohort = name ? await createCohort(app.services, { name }) : parents.cohort
  return createApplication(app.services, { ...parents, cohort }, { ...own, ...overrides })
}
const get = async (id: number) =>
  (await app.json(`/api/website/application/${id}/`, { token })).body
const decide = (id: number, status: string, notes: string) =>
  app.json(`/api/website/application/${id}/change-status/`, {
    method: 'POST',
    token,
    json: { status, notes },
  })

test('an application in another cohort is named with its status and why it got it', async () => {
  const before = await create({ email: 'Aline@Example.rw' }, 'Cohort 11')
  await decide(before, 'REVIEWING', 'Looks good')
  await decide(before, 'REJECTED', 'No laptop yet')
  const id = await create({ email: 'aline@example.rw' })
  const { related, also_applied } = await get(id)
  expect(also_applied).toBe(true)
  expect(related).toEqual([
    {
      id: before,
      first_name: 'Aline',
      last_name: 'Uwase',
      cohort_name: 'Cohort 11',
      status: 'REJECTED',
      reason: 'No laptop yet',
      same: ['email'],
      created_at: expect.any(String),
    },
  ])
  expect((await get(before)).related).toMatchObject([{ id, reason: '', same: ['email'] }])
})

test.each([1, 2, 3, 4, 5])(
  'a decision that is undone leaves the reason of the one before, time %i',
  async () => {
    const before = await create({ email: 'aline@example.rw' }, 'Cohort 11')
    const id = await create({ email: 'aline@example.rw' })
    const decided = async (status: string, notes: string, is_undo: boolean) => {
      const path = `/api/website/application/${before}/change-status/`
      const json = { status, notes, is_undo }
      expect((await app.json(path, { method: 'POST', token, json })).status).toBe(200)
      return (await get(id)).related[0].reason
    }
    expect(await decided('SHORTLISTED', 'By mistake', false)).toBe('By mistake')
    expect(await decided('PENDING', '', true)).toBe('')
    expect(await decided('REJECTED', 'No laptop yet', false)).toBe('No laptop yet')
    expect(await decided('ACCEPTED', '', false)).toBe('')
    expect(await decided('REJECTED', '', true)).toBe('No laptop yet')
  },
)

test.each([
  ['phone', { phone_number: '+250 788 999 001' }, { phone_number: '0788-999-001' }],
  ['phone', { phone_number: '00250788999002' }, { phone_number: '788 999 002' }],
  ['identification', { identification: 'PC 12-34.56' }, { identification: 'pc123456' }],
] as const)('the same %s in another spelling is found', async (same, one, other) => {
  const first = await create(one)
  const second = await create(other)
  expect((await get(second)).related).toMatchObject([{ id: first, same: [same] }])
})

test('several things in common are told once, and others are left alone', async () => {
  const shared = { phone_number: '0788111222', identification: '1199980012345678' }
  const first = await create(shared)
  const second = await create(shared)
  const stranger = await create()
  expect((await get(second)).related).toMatchObject([
    { id: first, same: ['phone', 'identification'] },
  ])
  expect(await get(stranger)).toMatchObject({ related: [], also_applied: false })
})

test('a number that is too short to be one connects nobody', async () => {
  await create({ phone_number: '0788' })
  const id = await create({ phone_number: '0788' })
  expect((await get(id)).related).toEqual([])
})

test('the list marks those who also applied elsewhere', async () => {
  const first = await create({ phone_number: '0788333444' })
  const second = await create({ phone_number: '0788333444' }, 'Elsewhere')
  const alone = await create()
  const { body } = await app.json('/api/website/application/', { token })
  const marks = Object.fromEntries(
    body.results.map((row: { id: number; also_applied: boolean }) => [row.id, row.also_applied]),
  )
  expect(marks).toEqual({ [first]: true, [second]: true, [alone]: false })
})

test('of a number that many share, the latest twenty are named', async () => {
  for (let index = 0; index < 22; index += 1) await create({ phone_number: '0788555666' })
  const id = await create({ phone_number: '0788555666' })
  expect((await get(id)).related).toHaveLength(20)
})
