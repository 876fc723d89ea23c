import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSqlite } from '#database/foreign-keys.ts'
import { parseSnapshot } from '#database/row-snapshots.ts'
import { findDataKeyIds, unregisterDataKey } from '#platform/security/data-keys.ts'
import { unreadable } from '#platform/security/sealed-columns.ts'
import { dataKeyIdOf } from '#platform/security/sealed-text.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { applicationForm, apply, createCohortAndStack } from '#testing/applying.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { findTraces } from '#testing/personal-data.ts'
import { addTestKey, unsealIdentification } from '#testing/sealing.ts'
import {
  countSealedIdentifications,
  sealAllIdentifications,
  sealPlainIdentifications,
} from './seal-identifications.ts'

let app: TestApp
let token: string
let parents: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  // A key in the file, as the first start makes one up.
  app = await startTestApp({ DATA_KEY: '', LOG_LEVEL: 'silent' })
  token = await app.signIn('ADMIN')
  parents = await createCohortAndStack(app, { limit: 10_000 })
})
afterEach(() => app[Symbol.asyncDispose]())

const number = '1199980012345678'
const person = { identification: number, email: 'aline@example.rw' }

/** On SQLite no two transactions are open at once in a process. */
const testOnPostgres = test.runIf(process.env.TEST_DATABASE_URL)

async function send(changes: Parameters<typeof applicationForm>[1] = person, key?: string) {
  const { status, body } = await apply(app, applicationForm(parents, changes), key)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id as number
}
const get = async (id: number) =>
  (await app.json(`/api/website/application/${id}/`, { token })).body
const search = async (search_query: string) => {
  const query = new URLSearchParams({ search_query })
  const { body } = await app.json(`/api/website/application/?${query}`, { token })
  return body.results.map(({ id }: { id: number }) => id).sort()
}
const discard = (id: number) =>
  app.json(`/api/admin/applications/${id}/`, { method: 'DELETE', token })
const restoreTrash = async () => {
  const { id } = await app.services.database
    .selectFrom('trash')
    .select('id')
    .executeTakeFirstOrThrow()
  const path = `/api/admin/trash/${id}/restore/`
  const { status, body } = await app.json(path, { method: 'POST', token, json: {} })
  expect(status, JSON.stringify(body)).toBe(200)
}
const counts = () => countSealedIdentifications(app.services.database)
const sealAll = () => sealAllIdentifications(app.services, () => {})
const keyId = () => app.services.dataKeys()[0].id
const stored = (id: number) =>
  app.services.database
    .selectFrom('applications')
    .select(['identification', 'identification_key', 'search_text', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Where an ID stands in the clear, the indexes of SQLite included. */
async function traces(words = [number, number.slice(3, 12)]) {
  const found = await findTraces(app, words)
  if (isSqlite(app.services.database)) {
    const { rows } = await sql`select rowid from applications_search
      where applications_search match ${`"${number.slice(3, 12)}"`}`.execute(app.services.database)
    found.push(...rows.map((row) => JSON.stringify(row)))
  }
  return found
}

test('a national ID stands nowhere in the clear, and is shown to those who may see it', async () => {
  const id = await send(person, 'key-of-this-request')
  const other = await send({ ...person, email: 'eric@example.rw' })
  await discard(other)
  expect(await traces()).toEqual([])
  expect(await counts()).toEqual(new Map([[keyId(), 2]]))
  expect((await get(id)).identification).toBe(number)
  const { body: list } = await app.json('/api/website/application/', { token })
  expect(list.results).toMatchObject([{ id, identification: number }])
  const csv = await app.request('/api/admin/applications/export/', {
    ...{ method: 'POST', token, json: { filters: {} } },
  })
  expect(await csv.text()).toContain(number)
  await restoreTrash()
  expect((await get(other)).identification).toBe(number)
})

test('people are given their own national ID, from the trash as well', async () => {
  await send()
  parents = { ...parents, cohort: await createCohort(app.services) }
  await discard(await send())
  const sent = { method: 'POST', token, json: { email: person.email } }
  const response = await app.request('/api/admin/personal-data/export/', sent)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const { parts } = JSON.parse(strFromU8(files['data.json'] as Uint8Array))
  const rows = parts.filter(({ table }: { table: string }) => table === 'applications')
  expect(rows).toMatchObject([
    { in_trash: false, rows: [{ identification: number }] },
    { in_trash: true, rows: [{ identification: number }] },
  ])
})

test('a whole national ID is searched for however it is written, and a part finds nobody', async () => {
  const id = await send()
  const passport = await send({ identification: 'PC-12/34.56', email: 'eric@example.rw' })
  await send({ identification: '1200070000000001', email: 'other@example.rw' })
  for (const whole of [
    number,
    '1 1999 8 0012345 6 78',
    '1-1999-8-0012345-6-78',
    `aline ${number}`,
  ]) {
    expect(await search(whole), whole).toEqual([id])
  }
  for (const whole of ['pc123456', 'PC 12 34 56', 'PC-12/34.56', 'uwase PC-12/34.56']) {
    expect(await search(whole), whole).toEqual([passport])
  }
  for (const part of [number.slice(0, 12), number.slice(4), 'pc12345', 'PC-12', `eric ${number}`]) {
    expect(await search(part), part).toEqual([])
  }
  const path = `/api/website/application/?search_query=${number}&ordering=name&cohort_id=${parents.cohort}`
  expect((await app.json(path, { token })).body.results).toMatchObject([{ id }])
  const { body: place } = await app.json(
    `/api/admin/applications/${id}/place/?search_query=${number}`,
    { token },
  )
  expect(place).toEqual({ place: 1, total: 1 })
})

test('who applies again is found by the ID, whichever key either is sealed with', async () => {
  const plain = await send({ ...person, phone_number: '0788000001' })
  const sealed = await send({ ...person, email: 'b@example.rw', phone_number: '0788000002' })
  addTestKey(app)
  const anew = await send({ ...person, email: 'c@example.rw', phone_number: '0788000003' })
  await unsealIdentification(app, plain)
  for (const id of [plain, sealed, anew]) {
    const { related, also_applied } = await get(id)
    expect(also_applied).toBe(true)
    expect(related).toHaveLength(2)
    expect(related).toMatchObject([{ same: ['identification'] }, { same: ['identification'] }])
  }
  expect(await search(number)).toEqual([plain, sealed, anew])
  const alone = await send({
    identification: 'AB12345',
    email: 'd@x.rw',
    phone_number: '0788000004',
  })
  expect(await get(alone)).toMatchObject({ also_applied: false, related: [] })
})

test('what an earlier version has stored is sealed bit by bit, in the trash as well', async () => {
  const id = await send()
  const other = await send({ ...person, email: 'eric@example.rw' })
  for (const one of [id, other]) await unsealIdentification(app, one)
  await discard(other)
  expect((await traces()).length).toBeGreaterThan(2)
  expect(await counts()).toEqual(new Map([['', 2]]))
  const before = await stored(id)
  expect((await get(id)).identification).toBe(number)
  expect(await sealPlainIdentifications(app.services)).toBe(2)
  expect(await sealPlainIdentifications(app.services)).toBe(0)
  expect(await traces()).toEqual([])
  expect(await counts()).toEqual(new Map([[keyId(), 2]]))
  const after = await stored(id)
  expect(after.updated_at).toBe(before.updated_at)
  expect(before.search_text).toBe(`${after.search_text} ${number}`)
  expect(await search('aline')).toEqual([id])
  await restoreTrash()
  expect(await search(number)).toEqual([id, other])
  // What comes back from a trash that was not sealed yet is sealed later.
  await unsealIdentification(app, other)
  expect(await sealPlainIdentifications(app.services)).toBe(1)
})

test('in the first hour of an update nothing is sealed that the version before could not read', async () => {
  const { database } = app.services
  const from = new Date(app.services.now().getTime() + 3600_000).toISOString()
  await database
    .insertInto('system_values')
    .values({ name: 'national IDs are sealed from', value: from })
    .execute()
  const id = await send(person, 'key-of-this-request')
  expect(await stored(id)).toMatchObject({ identification: number, identification_key: number })
  expect(await sealPlainIdentifications(app.services)).toBe(0)
  expect([await search(number), (await get(id)).identification]).toEqual([[id], number])
  app.advanceS(3600)
  // The same form is the same one after the hour.
  expect(await send(person, 'key-of-this-request')).toBe(id)
  expect(await sealPlainIdentifications(app.services)).toBe(1)
  expect((await stored(id)).identification).not.toContain(number)
})

test('those that are to be sealed yet are found by an index', async () => {
  const { database } = app.services
  if (!isSqlite(database)) return
  const { rows } = await sql<{ detail: string }>`explain query plan
    select id from applications where id > 1 and identification not like 'sealed/%'
    order by id limit 500`.execute(database)
  expect(rows.map(({ detail }) => detail).join()).toContain('applications_unsealed')
})

test('the same form is the same one after a change of keys, and another ID makes it another', async () => {
  const key = 'key-of-this-request'
  const id = await send(person, key)
  addTestKey(app)
  expect(await send(person, key)).toBe(id)
  const changed = applicationForm(parents, { ...person, identification: '1199980012345679' })
  expect((await apply(app, changed, key)).status).toBe(409)
})

test('a sealed ID is worth nothing in another row, and says so', async () => {
  const [one, other] = [await send(), await send({ ...person, email: 'b@example.rw' })]
  const { identification } = await stored(one)
  const { database } = app.services
  const rows = database.updateTable('applications').set({ identification })
  await rows.where('id', '=', other).execute()
  expect((await get(other)).identification).toBe(unreadable)
  expect((await get(one)).identification).toBe(number)
})

test('keys are changed while people apply, staff decide, delete and restore', async () => {
  const ids = []
  for (let count = 0; count < 8; count += 1) {
    ids.push(await send({ ...person, email: `person${count}@example.rw` }))
  }
  const [trashed = 0, edited = 0, ...rest] = ids
  await discard(trashed)
  const before = keyId()
  const added = addTestKey(app)
  const decide = app.json(`/api/website/application/${edited}/change-status/`, {
    ...{ method: 'POST', token, json: { status: 'SHORTLISTED', notes: 'Good' } },
  })
  const [, late, decided] = await Promise.all([
    sealAll(),
    send({ ...person, email: 'late@example.rw' }),
    decide,
    restoreTrash(),
    discard(rest[0] ?? 0),
    sealAll(),
  ])
  expect(decided.status).toBe(200)
  expect((await sealAll()).failed).toBe(0)
  expect(await counts()).toEqual(new Map([[added, 9]]))
  expect((await get(edited)).status).toBe('SHORTLISTED')
  for (const id of [trashed, edited, late, ...rest.slice(1)]) {
    expect((await get(id)).identification).toBe(number)
  }
  const { database } = app.services
  await unregisterDataKey(database, before, async () => {})
  expect(await findDataKeyIds(database)).toEqual([added])
  expect((await search(number)).length).toBe(8)
  const { snapshot } = await database
    .selectFrom('trash')
    .select('snapshot')
    .executeTakeFirstOrThrow()
  const row = parseSnapshot(snapshot)?.rows[0]?.row
  expect(dataKeyIdOf(String(row?.identification))).toBe(added)
})

testOnPostgres(
  'who takes a key away waits for those who write with it, and finds it in use',
  async () => {
    const { database } = app.services
    await send()
    const before = keyId()
    const held = await database.startTransaction().execute()
    const row = await held.selectFrom('applications').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...copy } = row
    const file = await held
      .insertInto('files')
      .values({
        ...{ key: 'none/copy', name: '', type: '', size_bytes: 0, sha256: '' },
        created_at: row.created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await held
      .insertInto('applications')
      .values({ ...copy, email_key: 'copy@example.rw', resume_id: file.id })
      .execute()
    addTestKey(app)
    await database
      .updateTable('applications')
      .set({ identification: '' })
      .where('id', '=', row.id)
      .execute()
    const found: number[] = []
    const removal = unregisterDataKey(database, before, async (asked) => {
      const count = (await countSealedIdentifications(asked)).get(before) ?? 0
      found.push(count)
      if (count > 0) throw new Error('It is used')
    })
    await expect.poll(() => countLockWaits(database)).toBe(1)
    await held.commit().execute()
    await expect(removal).rejects.toThrow('It is used')
    expect(found).toEqual([0, 1])
  },
)

test('who would write with a key that was taken away does not', async () => {
  const { database } = app.services
  await send()
  // This process has not heard of the change, as with an old DATA_KEY.
  await unregisterDataKey(database, keyId(), async () => {})
  const form = applicationForm(parents, { ...person, email: 'late@example.rw' })
  expect((await apply(app, form)).status).toBe(500)
  const { length } = await database.selectFrom('applications').select('id').execute()
  expect(length).toBe(1)
})

test('many are sealed in several pages, and two at once do not disturb each other', async () => {
  const total = 12
  for (let count = 0; count < total; count += 1) {
    const email = `person${count}@example.rw`
    await unsealIdentification(app, await createApplication(app.services, parents, { email }))
  }
  const progress: number[] = []
  const [one, other] = await Promise.all([
    sealAllIdentifications(app.services, (sealed) => progress.push(sealed)),
    sealAll(),
  ])
  expect(one.sealed + other.sealed).toBe(total)
  expect([one.failed, other.failed]).toEqual([0, 0])
  expect(await counts()).toEqual(new Map([[keyId(), total]]))
})
