import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const register = (id: number, json: object) =>
  app.json(`/api/website/events/${id}/registrations/`, { method: 'POST', json })
const list = async (id: number, query = '') =>
  (await app.json(`/api/admin/events/${id}/registrations/?${query}`, { token })).body
const emails = async (id: number, query = '') =>
  (await list(id, query)).results.map((one: { email: string }) => one.email)

test('editors search, sort, delete and export registrations, and the export runs no formula', async () => {
  const id = await createEvent(app.services)
  const other = await createEvent(app.services)
  await register(id, { full_name: 'Zoé Müller', email: 'zoe@example.rw' })
  app.advanceS(60)
  await register(id, { full_name: '=cmd()', email: 'albert@example.rw', organisation: 'A, B' })
  await register(other, { full_name: 'Noël', email: 'noel@example.rw' })
  expect(await emails(id)).toEqual(['zoe@example.rw', 'albert@example.rw'])
  expect(await emails(id, 'ordering=full_name')).toEqual(['albert@example.rw', 'zoe@example.rw'])
  expect(await emails(id, 'search=zoe%20mull')).toEqual(['zoe@example.rw'])
  expect((await app.json('/api/admin/events/999/registrations/', { token })).status).toBe(404)
  const file = await app.json(`/api/admin/events/${id}/registrations/export/`, {
    method: 'POST',
    token,
    json: { search: 'albert' },
  })
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('content-disposition')).toContain(
    `event-${id}-registrations-2026-03-02.csv`,
  )
  const [head, ...lines] = file.body.trimEnd().split('\r\n')
  expect(head).toMatch(
    /No\.,Name,Email,Phone,Organisation,Registered,Checked in,Checked in by,Privacy page of$/,
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`'=cmd(),albert@example.rw,,"A, B",`)
  const [zoe] = (await list(id, 'search=zoe')).results
  const remove = () =>
    app.json(`/api/admin/event-registrations/${zoe.id}/`, { method: 'DELETE', token })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect((await list(id)).registered).toBe(1)
  const recruiter = await app.signIn('RECRUITER')
  const refused = await app.json(`/api/admin/events/${id}/registrations/`, { token: recruiter })
  expect(refused.status).toBe(403)
})
