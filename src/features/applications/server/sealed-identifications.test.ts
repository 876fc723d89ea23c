import { afterEach, beforeEach, expect, test } from 'vitest'
import { unreadable } from '#platform/security/sealed-columns.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import type { TestApp } from '#testing/app.ts'
import { applicationForm, apply } from '#testing/applying.ts'
import { exportPerson } from '#testing/personal-data.ts'
import {
  addTestKey,
  nationalId,
  person,
  startSealing,
  unsealIdentification,
} from '#testing/sealing.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startSealing>>
beforeEach(async () => {
  site = await startSealing()
  app = site.app
})
afterEach(() => app[Symbol.asyncDispose]())

test('a national ID stands nowhere in the clear, and is shown to those who may see it', async () => {
  const id = await site.send(person, 'key-of-this-request')
  const other = await site.send({ ...person, email: 'eric@example.rw' })
  await site.discard(other)
  expect(await site.traces()).toEqual([])
  expect(await site.counts()).toEqual(new Map([[site.keyId(), 2]]))
  expect((await site.get(id)).identification).toBe(nationalId)
  const { body: list } = await app.json('/api/website/application/', { token: site.token })
  expect(list.results).toMatchObject([{ id, identification: nationalId }])
  const csv = await app.request('/api/admin/applications/export/', {
    method: 'POST',
    token: site.token,
    json: { filters: {} },
  })
  expect(await csv.text()).toContain(nationalId)
  await site.restoreTrash()
  expect((await site.get(other)).identification).toBe(nationalId)
})

test('people are given their own national ID, from the trash as well', async () => {
  await site.send()
  const cohort = await createCohort(app.services)
  await site.discard(await site.send({ ...person, cohort }))
  const { parts } = await exportPerson(app, site.token, person.email)
  const rows = parts.filter(({ table }) => table === 'applications')
  expect(rows).toMatchObject([
    { in_trash: false, rows: [{ identification: nationalId }] },
    { in_trash: true, rows: [{ identification: nationalId }] },
  ])
})

test('a whole national ID is searched for however it is written, and a part finds nobody', async () => {
  const id = await site.send()
  const passport = await site.send({ identification: 'PC-12/34.56', email: 'eric@example.rw' })
  await site.send({ identification: '1200070000000001', email: 'other@example.rw' })
  for (const whole of [
    nationalId,
    '1 1999 8 0012345 6 78',
    '1-1999-8-0012345-6-78',
    `aline ${nationalId}`,
  ]) {
    expect(await site.search(whole), whole).toEqual([id])
  }
  for (const whole of ['pc123456', 'PC 12 34 56', 'PC-12/34.56', 'uwase PC-12/34.56']) {
    expect(await site.search(whole), whole).toEqual([passport])
  }
  for (const part of [
    nationalId.slice(0, 12),
    nationalId.slice(4),
    'pc12345',
    'PC-12',
    `eric ${nationalId}`,
  ]) {
    expect(await site.search(part), part).toEqual([])
  }
  const path = `/api/website/application/?search_query=${nationalId}&ordering=name&cohort_id=${site.parents.cohort}`
  expect((await app.json(path, { token: site.token })).body.results).toMatchObject([{ id }])
  const { body: place } = await app.json(
    `/api/admin/applications/${id}/place/?search_query=${nationalId}`,
    { token: site.token },
  )
  expect(place).toEqual({ place: 1, total: 1 })
})

test('who applies again is found by the ID, whichever key either is sealed with', async () => {
  const plain = await site.send({ ...person, phone_number: '0788000001' })
  const sealed = await site.send({ ...person, email: 'b@example.rw', phone_number: '0788000002' })
  addTestKey(app)
  const anew = await site.send({ ...person, email: 'c@example.rw', phone_number: '0788000003' })
  await unsealIdentification(app, plain)
  for (const id of [plain, sealed, anew]) {
    const { related, also_applied } = await site.get(id)
    expect(also_applied).toBe(true)
    expect(related).toHaveLength(2)
    expect(related).toMatchObject([{ same: ['identification'] }, { same: ['identification'] }])
  }
  expect(await site.search(nationalId)).toEqual([plain, sealed, anew])
  const alone = await site.send({
    identification: 'AB12345',
    email: 'd@x.rw',
    phone_number: '0788000004',
  })
  expect(await site.get(alone)).toMatchObject({ also_applied: false, related: [] })
})

test('the same form is the same one after a change of keys, and another ID makes it another', async () => {
  const key = 'key-of-this-request'
  const id = await site.send(person, key)
  addTestKey(app)
  expect(await site.send(person, key)).toBe(id)
  const changed = applicationForm(site.parents, { ...person, identification: '1199980012345679' })
  expect((await apply(app, changed, key)).status).toBe(409)
})

test('a sealed ID is worth nothing in another row, and says so', async () => {
  const [one, other] = [await site.send(), await site.send({ ...person, email: 'b@example.rw' })]
  const { identification } = await site.stored(one)
  const { database } = app.services
  const rows = database.updateTable('applications').set({ identification })
  await rows.where('id', '=', other).execute()
  expect((await site.get(other)).identification).toBe(unreadable)
  expect((await site.get(one)).identification).toBe(nationalId)
})
