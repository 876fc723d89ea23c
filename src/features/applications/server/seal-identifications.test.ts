import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseSnapshot } from '#database/row-snapshots.ts'
import { findDataKeyIds, unregisterDataKey } from '#platform/security/data-keys.ts'
import { dataKeyIdOf } from '#platform/security/sealed-text.ts'
import { createApplication } from '#seed/factories/applications.ts'
import type { TestApp } from '#testing/app.ts'
import { applicationForm, apply } from '#testing/applying.ts'
import { onPostgres, onSqlite } from '#testing/engines.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import {
  addTestKey,
  nationalId,
  person,
  startSealing,
  unsealIdentification,
} from '#testing/sealing.ts'
import {
  countSealedIdentifications,
  sealAllIdentifications,
  sealPlainIdentifications,
} from './seal-identifications.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startSealing>>
beforeEach(async () => {
  site = await startSealing()
  app = site.app
})
afterEach(() => app[Symbol.asyncDispose]())

const sealAll = () => sealAllIdentifications(app.services, () => {})

test('what an earlier version has stored is sealed bit by bit, in the trash as well', async () => {
  const id = await site.send()
  const other = await site.send({ ...person, email: 'eric@example.rw' })
  for (const one of [id, other]) await unsealIdentification(app, one)
  await site.discard(other)
  expect((await site.traces()).length).toBeGreaterThan(2)
  expect(await site.counts()).toEqual(new Map([['', 2]]))
  const before = await site.stored(id)
  expect((await site.get(id)).identification).toBe(nationalId)
  expect(await sealPlainIdentifications(app.services)).toBe(2)
  expect(await sealPlainIdentifications(app.services)).toBe(0)
  expect(await site.traces()).toEqual([])
  expect(await site.counts()).toEqual(new Map([[site.keyId(), 2]]))
  const after = await site.stored(id)
  expect(after.updated_at).toBe(before.updated_at)
  expect(before.search_text).toBe(`${after.search_text} ${nationalId}`)
  expect(await site.search('aline')).toEqual([id])
  await site.restoreTrash()
  expect(await site.search(nationalId)).toEqual([id, other])
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
  const id = await site.send(person, 'key-of-this-request')
  expect(await site.stored(id)).toMatchObject({
    identification: nationalId,
    identification_key: nationalId,
  })
  expect(await sealPlainIdentifications(app.services)).toBe(0)
  expect([await site.search(nationalId), (await site.get(id)).identification]).toEqual([
    [id],
    nationalId,
  ])
  app.advanceS(3600)
  // The same form is the same one after the hour.
  expect(await site.send(person, 'key-of-this-request')).toBe(id)
  expect(await sealPlainIdentifications(app.services)).toBe(1)
  expect((await site.stored(id)).identification).not.toContain(nationalId)
})

onSqlite('those that are to be sealed yet are found by an index', async () => {
  const { database } = app.services
  const { rows } = await sql<{ detail: string }>`explain query plan
    select id from applications where id > 1 and identification not like 'sealed/%'
    order by id limit 500`.execute(database)
  expect(rows.map(({ detail }) => detail).join()).toContain('applications_unsealed')
})

test('keys are changed while people apply, staff decide, delete and restore', async () => {
  const ids = []
  for (let count = 0; count < 8; count += 1) {
    ids.push(await site.send({ ...person, email: `person${count}@example.rw` }))
  }
  const [trashed = 0, edited = 0, ...rest] = ids
  await site.discard(trashed)
  const before = site.keyId()
  const added = addTestKey(app)
  const decide = app.json(`/api/website/application/${edited}/change-status/`, {
    method: 'POST',
    token: site.token,
    json: { status: 'SHORTLISTED', notes: 'Good' },
  })
  const [, late, decided] = await Promise.all([
    sealAll(),
    site.send({ ...person, email: 'late@example.rw' }),
    decide,
    site.restoreTrash(),
    site.discard(rest[0] ?? 0),
    sealAll(),
  ])
  expect(decided.status).toBe(200)
  expect((await sealAll()).failed).toBe(0)
  expect(await site.counts()).toEqual(new Map([[added, 9]]))
  expect((await site.get(edited)).status).toBe('SHORTLISTED')
  for (const id of [trashed, edited, late, ...rest.slice(1)]) {
    expect((await site.get(id)).identification).toBe(nationalId)
  }
  const { database } = app.services
  await unregisterDataKey(database, before, async () => {})
  expect(await findDataKeyIds(database)).toEqual([added])
  expect((await site.search(nationalId)).length).toBe(8)
  const { snapshot } = await database
    .selectFrom('trash')
    .select('snapshot')
    .executeTakeFirstOrThrow()
  const row = parseSnapshot(snapshot)?.rows[0]?.row
  expect(dataKeyIdOf(String(row?.identification))).toBe(added)
})

onPostgres(
  'who takes a key away waits for those who write with it, and finds it in use',
  async () => {
    const { database } = app.services
    await site.send()
    const before = site.keyId()
    const held = await database.startTransaction().execute()
    const row = await held.selectFrom('applications').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...copy } = row
    const file = await held
      .insertInto('files')
      .values({
        key: 'none/copy',
        name: '',
        type: '',
        size_bytes: 0,
        sha256: '',
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
  await site.send()
  // This process has not heard of the change, as with an old DATA_KEY.
  await unregisterDataKey(database, site.keyId(), async () => {})
  const form = applicationForm(site.parents, { ...person, email: 'late@example.rw' })
  expect((await apply(app, form)).status).toBe(500)
  const { length } = await database.selectFrom('applications').select('id').execute()
  expect(length).toBe(1)
})

test('many are sealed in several pages, and two at once do not disturb each other', async () => {
  const total = 12
  for (let count = 0; count < total; count += 1) {
    const email = `person${count}@example.rw`
    await unsealIdentification(app, await createApplication(app.services, site.parents, { email }))
  }
  const progress: number[] = []
  const [one, other] = await Promise.all([
    sealAllIdentifications(app.services, (sealed) => progress.push(sealed)),
    sealAll(),
  ])
  expect(one.sealed + other.sealed).toBe(total)
  expect([one.failed, other.failed]).toEqual([0, 0])
  expect(await site.counts()).toEqual(new Map([[site.keyId(), total]]))
})
