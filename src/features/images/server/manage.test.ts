import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { createImage } from '#seed/factories/images.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createMember } from '#seed/factories/team.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import type { TestApp } from '#testing/app.ts'
import { startManagingImages } from '#testing/images.ts'

let images: Awaited<ReturnType<typeof startManagingImages>>
let app: TestApp
let token: string
beforeEach(async () => {
  images = await startManagingImages()
  app = images.app
  token = images.token
})
afterEach(() => app[Symbol.asyncDispose]())

test('pictures are listed with their size and who stored them, searched, filtered and paged', async () => {
  const used = await createImage(app.services)
  images.later()
  const free = await createImage(app.services)
  await createMember(app.services, { profile_picture: used })
  const { results } = await images.list()
  const [, width, height] = /-(\d+)x(\d+)-/.exec(free) ?? []
  expect(results[0]).toEqual({
    id: expect.any(Number),
    address: free,
    file_name: 'picture.png',
    alt: '',
    by: '',
    width: Number(width),
    height: Number(height),
    size: expect.any(Number),
    uses: 0,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(results[0].size).toBeGreaterThan(50)
  expect(results[1]).toMatchObject({ address: used, uses: 1 })
  expect(await images.addressesOf('use=used')).toEqual([used])
  expect(await images.addressesOf('use=unused')).toEqual([free])
  expect(await images.addressesOf('page_size=1&page=2')).toEqual([used])
  await images.send('PATCH', `${await images.idOf(used)}/`, { alt: "İpek's desk in Huye" })
  expect(await images.addressesOf("search=ipek's huye")).toEqual([used])
  expect(await images.addressesOf('search=picture.png')).toEqual([free, used])
  expect(await images.list('use=sometimes')).toHaveProperty('use')
})

test('each place where a picture is used is told, an article once for all its versions', async () => {
  const url = await createImage(app.services)
  const id = await images.idOf(url)
  const article = await createArticle(app.services, {
    title: "O'Brien's hills",
    banner: url,
    published_at: null,
    content: `<p>See</p><img src="${url}" alt="Two">`,
  })
  for (const title of ['One', 'Two']) {
    const path = `/api/dashboard/news/${article}/draft/`
    await app.json(path, { method: 'PATCH', token, json: { title } })
    app.advanceS(200)
  }
  const event = await createEvent(app.services, { image: url })
  await createMember(app.services, { full_name: 'Grace & Co', profile_picture: url })
  await createTestimonial(app.services, { full_name: 'Samuel', profile_picture: url })
  await createTechStack(app.services, { name: 'Python', icon: url })
  const { used_by } = await images.get(id)
  expect(used_by).toEqual([
    { place: 'Banner of an article', title: 'Two', path: `/dashboard/news/${article}` },
    { place: 'In the text of an article', title: 'Two', path: `/dashboard/news/${article}` },
    { place: 'Earlier version of an article', title: 'Two', path: `/dashboard/news/${article}` },
    { place: 'Event', title: 'Meet the mentors', path: `/dashboard/events/${event}` },
    { place: 'Team', title: 'Grace & Co', path: '/dashboard/team?search=Grace+%26+Co' },
    { place: 'Tech stack', title: 'Python', path: '/dashboard/tech-stacks' },
    { place: 'Testimonial', title: 'Samuel', path: '/dashboard/testimonials?search=Samuel' },
  ])
  await app.services.database.deleteFrom('articles').execute()
  expect((await images.get(id)).used_by.map(({ place }: { place: string }) => place)).toEqual([
    'Event',
    'Team',
    'Tech stack',
    'Testimonial',
  ])
  expect((await app.json('/api/admin/images/999/', { token })).status).toBe(404)
})

test('what a picture shows is kept with it, and of two edits of one version one is refused', async () => {
  const id = await images.idOf(await createImage(app.services))
  const { updated_at } = await images.get(id)
  const edits = await Promise.all(
    ['One', 'Two'].map((alt) =>
      images.send('PATCH', `${id}/`, { alt, expected_updated_at: updated_at }),
    ),
  )
  expect(edits.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = edits.find(({ status }) => status === 409)
  expect(refused?.body.detail).toMatch(/by Eric Mugisha \(alt\)/)
  const saved = edits.find(({ status }) => status === 200)
  expect((await images.get(id)).alt).toBe(saved?.body.alt)
  const long = await images.send('PATCH', `${id}/`, { alt: 'x'.repeat(301) })
  expect(long).toMatchObject({ status: 400, body: { alt: ['At most 300 characters'] } })
})

test('a picture that takes the description of another is found by it, and its version is a new one', async () => {
  const [from, to] = [await createImage(app.services), await createImage(app.services)]
  const [id, other] = [await images.idOf(from), await images.idOf(to)]
  await images.send('PATCH', `${id}/`, { alt: 'Hills at dawn' })
  const { updated_at: expected_updated_at } = await images.get(other)
  await images.send('POST', `${id}/replace/`, { by: to })
  expect((await images.addressesOf('search=dawn')).sort()).toEqual([from, to].sort())
  const stale = await images.send('PATCH', `${other}/`, { alt: 'Lake', expected_updated_at })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringContaining('by Eric Mugisha (alt)'),
  ])
})

test('only pictures that nothing uses are deleted, and the others say why', async () => {
  const [used, free, other] = [
    await createImage(app.services),
    await createImage(app.services),
    await createImage(app.services),
  ]
  await createMember(app.services, { profile_picture: used })
  images.later()
  const [usedId, freeId, otherId] = [
    await images.idOf(used),
    await images.idOf(free),
    await images.idOf(other),
  ]
  const refused = await images.send('DELETE', `${usedId}/`)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'This picture is used in 1 place. Take it out there first, or replace it.',
  ])
  expect((await images.send('DELETE', `${freeId}/`)).status).toBe(204)
  expect((await app.request(free)).status).toBe(404)
  const each = await images.send('POST', 'batch-delete/', { image_ids: [usedId, freeId, otherId] })
  expect(each.body.succeeded).toEqual([otherId])
  expect(each.body.failed).toEqual([
    { id: usedId, detail: expect.stringMatching(/is used in 1 place/) },
    { id: freeId, detail: expect.stringMatching(/not found/) },
  ])
  expect((await images.send('POST', 'batch-delete/', { image_ids: [] })).body).toHaveProperty(
    'image_ids',
  )

  const row_ids = [String(freeId), String(otherId)]
  const undone = await app.json('/api/admin/trash/undo/', {
    method: 'POST',
    token,
    json: { kind: 'image', row_ids },
  })
  expect(undone.body.succeeded.sort()).toEqual(row_ids)
  expect((await app.request(free)).status).toBe(200)
})

test('a picture that somebody chooses while it is deleted is not lost', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const url = await createImage(app.services)
    const id = await images.idOf(url)
    images.later()
    const json = { full_name: 'Grace', position: 'Mentor', profile_picture: url }
    const admin = await app.signIn('ADMIN')
    token = await app.signIn('EDITOR')
    const [created, deleted] = await Promise.all([
      app.json('/api/website/team-members/', { method: 'POST', token: admin, json }),
      images.send('DELETE', `${id}/`),
    ])
    const outcome = [created.status, deleted.status]
    // Created first, the picture stays; deleted first, the member is refused by its field.
    expect(outcome).toEqual(created.status === 201 ? [201, 409] : [400, 204])
    expect((await app.request(url)).status).toBe(created.status === 201 ? 200 : 404)
  }
})

test('only editors and admins manage pictures', async () => {
  const id = await images.idOf(await createImage(app.services))
  const recruiter = await app.signIn('RECRUITER')
  const calls: [string, string][] = [
    ['GET', ''],
    ['GET', `${id}/`],
    ['PATCH', `${id}/`],
    ['POST', `${id}/replace/`],
    ['DELETE', `${id}/`],
    ['POST', 'batch-delete/'],
  ]
  for (const [method, path] of calls) {
    const json = method === 'GET' ? {} : { json: {} }
    const call = (as?: string) =>
      app.json(`/api/admin/images/${path}`, { method, ...json, ...(as && { token: as }) })
    expect((await call()).status, path).toBe(401)
    expect((await call(recruiter)).status, path).toBe(403)
  }
  expect((await images.list()).total_items).toBe(1)
})
