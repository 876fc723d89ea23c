import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMember } from '#seed/factories/team.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const right = { full_name: 'Claudine Mukamana', position: 'Chief Executive Officer' }
const create = (json: unknown) =>
  app.json('/api/website/team-members/', { method: 'POST', token, json })
const update = (id: number, json: unknown) =>
  app.json(`/api/website/team-members/${id}/`, { method: 'PATCH', token, json })
const toggle = (id: number) =>
  app.json(`/api/admin/team-members/${id}/toggle-status/`, { method: 'PATCH', token, json: {} })
const remove = (id: number) =>
  app.json(`/api/admin/team-members/${id}/`, { method: 'DELETE', token })
const names = async (query = '', asStaff = false) => {
  const { body } = await app.json(`/api/website/team-members/?${query}`, asStaff ? { token } : {})
  return body.results.map((member: { full_name: string }) => member.full_name)
}

test('visitors see active members in order, without staff-only fields', async () => {
  await createMember(app.services, { full_name: 'Second' })
  await createMember(app.services, { full_name: 'First', place: 0 })
  await createMember(app.services, { full_name: 'Gone', status: 'INACTIVE' })
  const { body } = await app.json('/api/website/team-members/')
  expect(body).toMatchObject({ total_items: 2, total_pages: 1, current_page: 1 })
  expect(body.results.map(Object.keys)).toEqual(
    Array(2).fill(['id', 'profile_picture', 'full_name', 'position', 'linkedin_link']),
  )
  expect(await names()).toEqual(['First', 'Second'])
  expect(await names('page=2&page_size=1')).toEqual(['Second'])
})

test('a member is created active, at the end of the list', async () => {
  await createMember(app.services, { full_name: 'Before' })
  const { status, body } = await create({
    ...right,
    linkedin_link: 'https://www.linkedin.com/in/claudine',
    role: 'Leadership',
    department: 'Management',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...right,
    linkedin_link: 'https://www.linkedin.com/in/claudine',
    profile_picture: '',
    role: 'Leadership',
    department: 'Management',
    status: 'ACTIVE',
    place: 2,
  })
  expect(await names()).toEqual(['Before', 'Claudine Mukamana'])
})

test('a picture that is no longer stored is named with the other invalid fields', async () => {
  const profile_picture = `/images/${'0'.repeat(20)}-640x480-c0ffee`
  expect((await create({ full_name: '', profile_picture })).body).toMatchObject({
    full_name: [expect.any(String)],
    profile_picture: [expect.stringMatching(/^This picture is not stored here any more/)],
  })
})

test('all invalid fields are named at once', async () => {
  expect((await create({})).body).toEqual({
    full_name: ['Full name is required'],
    position: ['Position is required'],
  })
  const { status, body } = await create({
    full_name: ' ',
    position: 'x'.repeat(121),
    profile_picture: 'portrait',
    linkedin_link: 'http://www.linkedin.com/in/claudine',
    role: 'x'.repeat(61),
    department: 'x'.repeat(61),
    status: 'RETIRED',
    place: 1.5,
  })
  expect(status).toBe(400)
  expect(body).toEqual({
    full_name: ['Full name is required'],
    position: ['At most 120 characters'],
    profile_picture: ['Please enter a path of this site or an address that starts with https://'],
    linkedin_link: ['Please enter an address that starts with https://'],
    role: ['At most 60 characters'],
    department: ['At most 60 characters'],
    status: ['Please choose a status'],
    place: ['Please enter a whole number'],
  })
  expect(await names('status=all', true)).toEqual([])
})

test.each([
  'javascript:alert(1)',
  '//linkedin.com/in/a',
  'data:text/html,x',
  'https://',
  'linkedin',
])('the profile link %s is refused', async (linkedin_link) => {
  expect((await create({ ...right, linkedin_link })).body).toEqual({
    linkedin_link: ['Please enter an address that starts with https://'],
  })
})

test('markup in a name stays plain text', async () => {
  const full_name = `<script>alert(1)</script>'; drop table team_members; --`
  await create({ ...right, full_name })
  expect(await names()).toEqual([full_name])
})

test('staff filter by role, department and status, and search; others may not', async () => {
  await createMember(app.services, { full_name: 'Noëlla Uwase', role: 'Mentor' })
  await createMember(app.services, { full_name: 'Eric Mugisha', department: 'Operations' })
  await createMember(app.services, { full_name: 'Yves Gone', status: 'INACTIVE' })
  expect(await names('status=all', true)).toEqual(['Noëlla Uwase', 'Eric Mugisha', 'Yves Gone'])
  expect(await names('status=inactive', true)).toEqual(['Yves Gone'])
  expect(await names('role=mentor', true)).toEqual(['Noëlla Uwase'])
  expect(await names('department=OPERATIONS&status=active', true)).toEqual(['Eric Mugisha'])
  expect(await names('search=noella', true)).toEqual(['Noëlla Uwase'])
  expect(await names('status=all&page=2&page_size=2', true)).toEqual(['Yves Gone'])
  const recruiter = await app.signIn('RECRUITER')
  for (const query of ['role=Mentor', 'department=Training', 'status=all', 'search=a']) {
    const path = `/api/website/team-members/?${query}`
    expect((await app.json(path)).status).toBe(401)
    expect((await app.json(path, { token: recruiter })).status).toBe(403)
  }
})

test('a change keeps the other fields', async () => {
  const { body } = await create({ ...right, role: 'Leadership', place: 7 })
  const changed = await update(body.id, { position: 'Founder' })
  expect(changed.body).toMatchObject({
    ...right,
    position: 'Founder',
    role: 'Leadership',
    place: 7,
  })
  expect((await update(body.id, { status: 'inactive' })).body.status).toBe('INACTIVE')
  expect(await names()).toEqual([])
  expect(await names('search=founder', true)).toHaveLength(1)
  expect((await update(body.id, { full_name: '' })).body).toEqual({
    full_name: ['Full name is required'],
  })
  expect((await update(999, { position: 'Nobody' })).status).toBe(404)
})

test.each([null, true, '', []])('a place of %j is none, and changes nothing', async (place) => {
  const { body } = await create({ ...right, place: 7 })
  const { status, body: refused } = await update(body.id, { place })
  expect([status, refused]).toEqual([400, { place: ['Please enter a whole number'] }])
  expect((await update(body.id, {})).body.place).toBe(7)
})

test('the status is toggled and toggled back', async () => {
  const id = await createMember(app.services)
  expect((await toggle(id)).body.status).toBe('INACTIVE')
  expect(await names()).toEqual([])
  expect((await toggle(id)).body.status).toBe('ACTIVE')
  expect(await names()).toHaveLength(1)
  expect((await toggle(999)).status).toBe(404)
})

test('a deleted member is not found', async () => {
  const id = await createMember(app.services)
  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).status).toBe(404)
  expect(await names()).toEqual([])
})

test('visitors see the active members in the order that staff gave them', async () => {
  const one = await createMember(app.services, { full_name: 'One' })
  const gone = await createMember(app.services, { full_name: 'Gone', status: 'INACTIVE' })
  const two = await createMember(app.services, { full_name: 'Two' })
  const order = (ids: unknown[]) =>
    app.json('/api/admin/team-members/order/', { method: 'PATCH', token, json: { ids } })
  expect((await order([two, one])).body).toEqual({ ids: [two, one] })
  expect(await names()).toEqual(['Two', 'One'])
  await create({ ...right, full_name: 'New' })
  expect(await names()).toEqual(['Two', 'One', 'New'])
  for (const ids of [[one], [two, two], [two, one, gone]]) {
    expect((await order(ids)).status).toBe(409)
  }
  expect((await order([])).body).toEqual({ ids: ['Please select at least one'] })
  expect(await names()).toEqual(['Two', 'One', 'New'])
})

test('the roles and departments of members are each named once', async () => {
  await createMember(app.services, { role: 'Mentor', department: 'Training' })
  await createMember(app.services, { role: 'mentor', department: '' })
  await createMember(app.services, { role: 'Leadership', department: 'Operations' })
  const { body } = await app.json('/api/admin/team-members/labels/', { token })
  expect(body).toEqual({
    roles: ['Leadership', expect.stringMatching(/^mentor$/i)],
    departments: ['Operations', 'Training'],
  })
})
