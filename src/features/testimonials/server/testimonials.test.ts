import { afterEach, beforeEach, expect, test } from 'vitest'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const right = {
  full_name: 'Divine Ingabire',
  title: 'React developer',
  description: 'On the first day I was afraid to ask.',
}
const create = (json: unknown, asStaff = false) =>
  app.json('/api/website/testimonies/', {
    method: 'POST',
    json,
    ...(asStaff ? { token } : {}),
  })
const patch = (path: string, json: unknown = {}) =>
  app.json(`/api/${path}/`, { method: 'PATCH', token, json })
const remove = (id: number) =>
  app.json(`/api/website/testimonies/${id}/`, { method: 'DELETE', token })
const names = async (query = '', asStaff = false) => {
  const { body } = await app.json(`/api/website/testimonies/?${query}`, asStaff ? { token } : {})
  return body.results.map((testimonial: { full_name: string }) => testimonial.full_name)
}

test('visitors see approved and visible testimonials, newest first, without staff-only fields', async () => {
  await createTestimonial(app.services, { full_name: 'Older One' })
  app.advanceS(60)
  await createTestimonial(app.services, { full_name: 'Newer One' })
  await createTestimonial(app.services, { full_name: 'Waiting One', status: 'PENDING' })
  await createTestimonial(app.services, { full_name: 'Refused One', status: 'REJECTED' })
  const hidden = await createTestimonial(app.services, { full_name: 'Hidden One' })
  await patch(`admin/testimonials/${hidden}/toggle-visibility`)
  const { body } = await app.json('/api/website/testimonies/')
  expect(body).toMatchObject({ total_items: 2, total_pages: 1, current_page: 1 })
  expect(body.results.map(Object.keys)).toEqual(
    Array(2).fill(['id', 'profile_picture', 'full_name', 'title', 'description']),
  )
  expect(await names()).toEqual(['Newer One', 'Older One'])
  expect(await names('page=2&page_size=1')).toEqual(['Older One'])
})

test("a visitor's testimonial waits for approval, and the response says so", async () => {
  const { status, body } = await create({
    ...right,
    status: 'APPROVED',
    visibility: true,
    profile_picture: 'https://tracker.example/pixel.png',
  })
  expect(status).toBe(201)
  expect(body.detail).toBe(
    'Thank you! Our team reads every testimonial before it appears on the site.',
  )
  expect(body.data).toMatchObject({ ...right, status: 'PENDING', profile_picture: '' })
  expect(await names()).toEqual([])
  expect(await names('status=pending', true)).toEqual(['Divine Ingabire'])
})

test("an editor's testimonial is published at once, with its picture; a recruiter's waits", async () => {
  const profile_picture = '/portraits/divine.svg'
  expect((await create({ ...right, profile_picture }, true)).body.data).toMatchObject({
    profile_picture,
    status: 'APPROVED',
    visibility: true,
  })
  token = await app.signIn('RECRUITER')
  expect((await create({ ...right, full_name: 'Another' }, true)).body.data.status).toBe('PENDING')
  expect(await names()).toEqual(['Divine Ingabire'])
})

test('an editor whose session has ended is not treated as a visitor', async () => {
  app.advanceS(16 * 60)
  const { status, body } = await create(right, true)
  expect([status, body]).toEqual([401, { detail: 'Invalid token' }])
  token = await app.signIn('EDITOR')
  expect(await names('status=all', true)).toEqual([])
})

test('all invalid fields are named at once', async () => {
  const messages = {
    full_name: ['Make sure the full name is complete'],
    title: ['Please tell who you are, such as your position and company'],
    description: ['Your testimonial should be at least 20 characters'],
  }
  expect((await create({})).body).toEqual(messages)
  const wrong = { full_name: ' Di ', title: '', description: 'Good.', profile_picture: '//evil' }
  const { status, body } = await create(wrong)
  expect(status).toBe(400)
  expect(body).toEqual({
    ...messages,
    profile_picture: ['Please enter a path of this site or an address that starts with https://'],
  })
  expect((await create({ ...right, description: 'x'.repeat(1001) })).body).toEqual({
    description: ['At most 1000 characters'],
  })
  expect(await names('status=all', true)).toEqual([])
})

test('suspected spam gets the usual response and is stored as rejected', async () => {
  const opened = issueFormToken(app.services)
  const tooFast = await create({ ...right, full_name: 'Too Fast', form_token: opened })
  app.advanceS(5)
  const form_token = issueFormToken(app.services)
  app.advanceS(5)
  const caught = await create({ ...right, full_name: 'Honeypot Filled', website: 'x', form_token })
  const honest = await create({ ...right, full_name: 'Honest One', website: '', form_token })
  for (const { status, body } of [tooFast, caught, honest]) {
    expect([status, body.data.status]).toEqual([201, 'PENDING'])
    expect(body.data).not.toHaveProperty('website')
  }
  expect(await names('status=rejected', true)).toEqual(['Honeypot Filled', 'Too Fast'])
  expect(await names('status=pending', true)).toEqual(['Honest One'])
})

test('of equal testimonials at once, as after a lost response, one waits for approval', async () => {
  const responses = await Promise.all([1, 2, 3].map(() => create(right)))
  expect(responses.map(({ body }) => body.data.status)).toEqual(Array(3).fill('PENDING'))
  expect((await create({ ...right, full_name: 'Divine Keza' })).status).toBe(201)
  const rows = await app.services.database.selectFrom('testimonials').select('status').execute()
  const statuses = rows.map(({ status }) => status).sort()
  expect(statuses).toEqual(['PENDING', 'PENDING', 'REJECTED', 'REJECTED'])
})

test('a testimonial that is sent again with another title waits for approval, too', async () => {
  await create(right)
  await create({ ...right, title: `${right.title}, since May` })
  const rows = await app.services.database.selectFrom('testimonials').select('status').execute()
  expect(rows.map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
})

test('without a form token the limit is lower, and editors need none', async () => {
  for (let sent = 0; sent < 5; sent += 1) expect((await create(right)).status).toBe(201)
  const refused = await create(right)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
  const form_token = issueFormToken(app.services)
  app.advanceS(5)
  expect((await create({ ...right, form_token })).status).toBe(201)
  expect((await create({ ...right, website: 'x' }, true)).body.data.status).toBe('APPROVED')
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://a.example/b.png',
  '/\\evil',
  'https://',
])('the picture %s is refused', async (profile_picture) => {
  const { body } = await create({ ...right, profile_picture }, true)
  expect(Object.keys(body)).toEqual(['profile_picture'])
})

test('markup in a name stays plain text', async () => {
  const hostile = {
    ...right,
    full_name: `<img src=x onerror=alert(1)>'; drop table testimonials; --`,
  }
  const { data } = (await create(hostile)).body
  await patch(`website/testimonies/${data.id}`, { status: 'approved' })
  expect(await names()).toEqual([hostile.full_name])
})

test('staff filter by status, search and page; others may not', async () => {
  await createTestimonial(app.services, { full_name: 'Zoé Uwera' })
  await createTestimonial(app.services, { full_name: 'Eric Mugisha', status: 'REJECTED' })
  expect(await names('status=all', true)).toHaveLength(2)
  expect(await names('status=ALL&page=2&page_size=1', true)).toEqual(['Zoé Uwera'])
  expect(await names('status=rejected', true)).toEqual(['Eric Mugisha'])
  expect(await names('search=zoe', true)).toEqual(['Zoé Uwera'])
  const { body } = await app.json('/api/website/testimonies/?status=all', { token })
  expect(body.results[0]).toMatchObject({ status: 'REJECTED', visibility: true })
  const recruiter = await app.signIn('RECRUITER')
  const refused = await app.json('/api/website/testimonies/?search=zoe', { token: recruiter })
  expect(refused.status).toBe(403)
})

test('a change keeps the other fields', async () => {
  const id = await createTestimonial(app.services, right)
  const changed = await patch(`website/testimonies/${id}`, { title: 'Lead developer' })
  expect(changed.body).toMatchObject({ ...right, title: 'Lead developer', status: 'APPROVED' })
  const hidden = await patch(`website/testimonies/${id}`, { visibility: false })
  expect(hidden.body).toMatchObject({ visibility: false, status: 'APPROVED' })
  expect(await names()).toEqual([])
  expect((await patch(`website/testimonies/${id}`, { visibility: true })).body.visibility).toBe(
    true,
  )
  expect(await names('search=lead', true)).toHaveLength(1)
  expect((await patch('website/testimonies/999', { title: 'Nobody' })).status).toBe(404)
})

test('visibility is toggled and toggled back, independent of approval', async () => {
  const id = await createTestimonial(app.services)
  const toggle = () => patch(`admin/testimonials/${id}/toggle-visibility`)
  expect((await toggle()).body).toMatchObject({ visibility: false, status: 'APPROVED' })
  expect(await names()).toEqual([])
  expect((await toggle()).body.visibility).toBe(true)
  expect(await names()).toHaveLength(1)
  expect((await patch('admin/testimonials/999/toggle-visibility')).status).toBe(404)
})

test('a batch approves, rejects, hides, shows and deletes, and reports the unknown ids', async () => {
  const one = await createTestimonial(app.services, { full_name: 'One Person', status: 'PENDING' })
  const two = await createTestimonial(app.services, { full_name: 'Two Persons', status: 'PENDING' })
  const batch = (action: string, ids = [one, two]) =>
    patch('admin/testimonials/batch', { testimonial_ids: ids, action })
  expect((await batch('approve', [999, one, two, one])).body).toEqual({
    succeeded: [one, two],
    failed: [{ id: 999, detail: 'This testimonial was not found. It may have been deleted.' }],
    batch: expect.any(Number),
  })
  expect(await names()).toHaveLength(2)
  await batch('hide', [one])
  expect(await names()).toEqual(['Two Persons'])
  await batch('show', [one])
  await batch('reject', [two])
  expect(await names()).toEqual(['One Person'])
  expect((await batch('delete')).body.succeeded).toEqual([one, two])
  expect(await names('status=all', true)).toEqual([])
  expect((await batch('praise', [])).body).toEqual({
    testimonial_ids: ['Please select at least one'],
    action: ['Please choose an action'],
  })
})

test('a deleted testimonial is not found', async () => {
  const id = await createTestimonial(app.services)
  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).status).toBe(404)
  expect(await names()).toEqual([])
})

test('testimonials are limited by client IP', async () => {
  for (let count = 0; count < 10; count += 1) expect((await create({})).status).toBe(400)
  expect((await create({})).status).toBe(429)
  expect((await create(right)).status).toBe(201)
})

test('staff filter by visibility, and see how many are pending', async () => {
  const hidden = await createTestimonial(app.services, { full_name: 'Hidden One' })
  await createTestimonial(app.services, { full_name: 'Shown One', status: 'PENDING' })
  await patch(`admin/testimonials/${hidden}/toggle-visibility`)
  expect(await names('visibility=false', true)).toEqual(['Hidden One'])
  expect(await names('visibility=true&status=ALL', true)).toEqual(['Shown One'])
  const { body } = await app.json('/api/admin/testimonials/counts/', { token })
  expect(body).toEqual({ pending: 1 })
  const wrong = await app.json('/api/website/testimonies/?visibility=x&ordering=age', { token })
  expect(Object.keys(wrong.body).sort()).toEqual(['ordering', 'visibility'])
})
