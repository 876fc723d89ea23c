import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { createImage } from '#seed/factories/images.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createMember } from '#seed/factories/team.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { removeUnusedImages } from './unused-images.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR', { name: 'Eric Mugisha' })
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, json: unknown = {}, as = token) =>
  app.json(`/api/admin/images/${path}`, { method, token: as, json })
const list = async (query = '') => (await app.json(`/api/admin/images/?${query}`, { token })).body
const get = async (id: number) => (await app.json(`/api/admin/images/${id}/`, { token })).body
const idOf = async (url: string): Promise<number> =>
  (await list('page_size=100')).results.find((one: { address: string }) => one.address === url).id
const addressesOf = async (query: string) =>
  (await list(query)).results.map(({ address }: { address: string }) => address)

/** Two minutes later: nobody is choosing the picture any more. */
const later = () => app.advanceS(120)

test('pictures are listed with their size and who stored them, searched, filtered and paged', async () => {
  const used = await createImage(app.services)
  later()
  const free = await createImage(app.services)
  await createMember(app.services, { profile_picture: used })
  const { results } = await list()
  const [, width, height] = /-(\d+)x(\d+)-/.exec(free) ?? []
  expect(results[0]).toEqual({
    ...{ id: expect.any(Number), address: free, file_name: 'picture.png', alt: '', by: '' },
    ...{ width: Number(width), height: Number(height), size: expect.any(Number), uses: 0 },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
  })
  expect(results[0].size).toBeGreaterThan(50)
  expect(results[1]).toMatchObject({ address: used, uses: 1 })
  expect(await addressesOf('use=used')).toEqual([used])
  expect(await addressesOf('use=unused')).toEqual([free])
  expect(await addressesOf('page_size=1&page=2')).toEqual([used])
  await send('PATCH', `${await idOf(used)}/`, { alt: "İpek's desk in Huye" })
  expect(await addressesOf("search=ipek's huye")).toEqual([used])
  expect(await addressesOf('search=picture.png')).toEqual([free, used])
  expect(await list('use=sometimes')).toHaveProperty('use')
})

test('each place where a picture is used is told, an article once for all its versions', async () => {
  const url = await createImage(app.services)
  const id = await idOf(url)
  const article = await createArticle(app.services, {
    ...{ title: "O'Brien's hills", banner: url, published_at: null },
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
  const { used_by } = await get(id)
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
  expect((await get(id)).used_by.map(({ place }: { place: string }) => place)).toEqual([
    ...['Event', 'Team', 'Tech stack', 'Testimonial'],
  ])
  expect((await app.json('/api/admin/images/999/', { token })).status).toBe(404)
})

test('what a picture shows is kept with it, and of two edits of one version one is refused', async () => {
  const id = await idOf(await createImage(app.services))
  const { updated_at } = await get(id)
  const edits = await Promise.all(
    ['One', 'Two'].map((alt) => send('PATCH', `${id}/`, { alt, expected_updated_at: updated_at })),
  )
  expect(edits.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = edits.find(({ status }) => status === 409)
  expect(refused?.body.detail).toMatch(/by Eric Mugisha \(alt\)/)
  const saved = edits.find(({ status }) => status === 200)
  expect((await get(id)).alt).toBe(saved?.body.alt)
  const long = await send('PATCH', `${id}/`, { alt: 'x'.repeat(301) })
  expect(long).toMatchObject({ status: 400, body: { alt: ['At most 300 characters'] } })
})

test('a replaced picture is another one in all its places, with the sizes of that one', async () => {
  const [from, to] = [await createImage(app.services), await createImage(app.services)]
  const article = await createArticle(app.services, {
    ...{ banner: from, published_at: app.services.now().toISOString() },
    content: `<p>See</p><img src="${from}" alt="Two halves" width="32">`,
  })
  await app.json(`/api/dashboard/news/${article}/draft/`, {
    ...{ method: 'PATCH', token, json: { content: `<p>New</p><img src="${from}" alt="B">` } },
  })
  const member = await createMember(app.services, { profile_picture: from })
  const before = await app.services.database
    .selectFrom('team_members')
    .selectAll()
    .executeTakeFirstOrThrow()
  const [id, other] = [await idOf(from), await idOf(to)]
  await send('PATCH', `${id}/`, { alt: 'Hills' })
  const replaced = await send('POST', `${id}/replace/`, { by: to })
  expect(replaced).toMatchObject({ status: 200, body: { id: other, was_unused: true } })
  expect((await get(id)).uses).toBe(0)
  expect((await get(other)).alt).toBe('Hills')
  const dump = JSON.stringify([
    await app.services.database.selectFrom('articles').selectAll().execute(),
    await app.services.database.selectFrom('article_revisions').selectAll().execute(),
    await app.services.database.selectFrom('article_drafts').selectAll().execute(),
  ])
  expect(dump).not.toContain(from)
  const width = /-(\d+)x/.exec(to)?.[1]
  expect(dump).toContain(`${to}/${width}.avif ${width}w`)

  // Who has the member open is told that it has changed.
  const edit = await app.json(`/api/website/team-members/${member}/`, {
    ...{ method: 'PATCH', token },
    json: { position: 'Mentor', expected_updated_at: before.updated_at },
  })
  expect(edit.status).toBe(409)
  expect(edit.body.detail).toMatch(/by Eric Mugisha \(profile picture\)/)

  // The former address goes on: as it is first, then to the other picture.
  const oldWidth = /-(\d+)x/.exec(from)?.[1]
  expect((await app.request(from)).status).toBe(200)
  app.advanceS(8 * 24 * 3600)
  await removeUnusedImages(app.services)
  const led = await app.request(`${from}/${oldWidth}.avif`)
  expect([led.status, led.headers.get('location')]).toEqual([302, `${to}/${width}.avif`])
  const preview = await app.request(from)
  expect([preview.status, preview.headers.get('location')]).toEqual([302, to])
  expect((await app.request(`${from}/x.png`)).headers.get('location')).toBe(to)
})

test('a partner shows the picture in place of the former one, which can be deleted then', async () => {
  const admin = await app.signIn('ADMIN', { name: 'Chantal Uwera' })
  const [from, to] = [await createImage(app.services), await createImage(app.services)]
  const save = (logo: string, more: object = {}) =>
    app.json('/api/admin/settings/partners/', {
      ...{ method: 'PATCH', token: admin },
      json: { partners: [{ name: 'Kivu Cloud', logo, url: '', is_visible: true }], ...more },
    })
  const { updated_at: expected_updated_at } = (await save(from)).body
  const id = await idOf(from)
  expect((await get(id)).used_by).toEqual(
    ['Settings', 'Earlier version of settings'].map((place) => ({
      ...{ place, title: 'partners', path: '/dashboard/settings' },
    })),
  )
  const replaced = await send('POST', `${id}/replace/`, { by: to }, admin)
  expect(replaced).toMatchObject({ status: 200, body: { replaced: 2 } })
  const settings = await app.json('/api/admin/settings/', { token: admin })
  expect(settings.body.partners.partners).toMatchObject([{ logo: to }])
  expect((await app.services.readSettings()).partners.partners).toMatchObject([{ logo: to }])
  const stale = await save(from, { expected_updated_at })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringContaining('by Chantal Uwera (partners)'),
  ])
  later()
  expect((await send('DELETE', `${id}/`)).status).toBe(204)
})

test('nobody replaces a picture where their role changes nothing, and is told why', async () => {
  const admin = await app.signIn('ADMIN')
  const [logo, icon, to] = [
    await createImage(app.services),
    await createImage(app.services),
    await createImage(app.services),
  ]
  const savePartners = (partners: object[]) =>
    app.json('/api/admin/settings/partners/', {
      ...{ method: 'PATCH', token: admin, json: { partners } },
    })
  await savePartners([{ name: 'Kivu Cloud', logo, url: '', is_visible: true }])
  await savePartners([])
  await createTechStack(app.services, { icon })
  await createMember(app.services, { profile_picture: icon })
  for (const [url, what] of [
    [logo, 'the settings'],
    [icon, 'tech stacks'],
  ] as const) {
    const id = await idOf(url)
    const detail = `This picture is used in ${what}, which your role may not change. Please ask an administrator to replace it.`
    expect((await get(id)).replace_refusal).toBe(detail)
    const refused = await send('POST', `${id}/replace/`, { by: to })
    expect([refused.status, refused.body]).toEqual([403, { detail }])
    expect((await list('use=unused')).results).toMatchObject([{ address: to }])
    const seen = await app.json(`/api/admin/images/${id}/`, { token: admin })
    expect(seen.body.replace_refusal).toBe('')
    expect((await send('POST', `${id}/replace/`, { by: to }, admin)).status).toBe(200)
    expect((await send('POST', `${await idOf(to)}/replace/`, { by: url }, admin)).status).toBe(200)
  }
})

test('a picture that takes the description of another is found by it, and its version is a new one', async () => {
  const [from, to] = [await createImage(app.services), await createImage(app.services)]
  const [id, other] = [await idOf(from), await idOf(to)]
  await send('PATCH', `${id}/`, { alt: 'Hills at dawn' })
  const { updated_at: expected_updated_at } = await get(other)
  await send('POST', `${id}/replace/`, { by: to })
  expect((await addressesOf('search=dawn')).sort()).toEqual([from, to].sort())
  const stale = await send('PATCH', `${other}/`, { alt: 'Lake', expected_updated_at })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringContaining('by Eric Mugisha (alt)'),
  ])
})

test('a focal point counts as a use of its picture, and stays when that is replaced', async () => {
  const [from, to] = [await createImage(app.services), await createImage(app.services)]
  const place = `/api/website/team-members/${await createMember(app.services)}/`
  const profile_picture = `${from}#focus=30,60`
  const saved = await app.json(place, { method: 'PATCH', token, json: { profile_picture } })
  expect(saved.body.profile_picture).toBe(profile_picture)
  const id = await idOf(from)
  expect((await get(id)).uses).toBe(1)
  await send('POST', `${id}/replace/`, { by: to })
  const members = app.services.database.selectFrom('team_members').select('profile_picture')
  expect(await members.execute()).toContainEqual({ profile_picture: `${to}#focus=30,60` })
})

test('a replacement is undone by replacing back, and chains of them lead to the last one', async () => {
  const urls = [await createImage(app.services), await createImage(app.services)]
  const [one = '', two = ''] = urls
  const [first, second] = [await idOf(one), await idOf(two)]
  await createMember(app.services, { profile_picture: one })
  await send('POST', `${first}/replace/`, { by: two })
  const back = await send('POST', `${second}/replace/`, { by: one })
  expect(back.body).toEqual({ id: first, replaced: 1, was_unused: true })
  expect([(await get(first)).uses, (await get(second)).uses]).toEqual([1, 0])
  const third = await createImage(app.services)
  await createMember(app.services, { profile_picture: third })
  const again = await send('POST', `${first}/replace/`, { by: third })
  expect(again.body).toMatchObject({ replaced: 1, was_unused: false })
  app.advanceS(8 * 24 * 3600)
  await removeUnusedImages(app.services)
  for (const url of urls) {
    expect((await app.request(url)).headers.get('location'), url).toBe(third)
  }
})

test.each([
  [{}, { by: ['Please choose a picture'] }],
  [{ by: '' }, { by: ['Please choose a picture'] }],
  [{ by: '/images/x' }, { by: ['This picture was not found. Please upload it again'] }],
  [{ by: 'itself' }, { by: ['This is the same picture'] }],
])('a replacement without another picture is refused (%#)', async (json, problems) => {
  const url = await createImage(app.services)
  const by = 'by' in json && json.by === 'itself' ? { by: url } : json
  const { status, body } = await send('POST', `${await idOf(url)}/replace/`, by)
  expect([status, body]).toEqual([400, problems])
  expect((await send('POST', '999/replace/', { by: url })).status).toBe(404)
})

test('only pictures that nothing uses are deleted, and the others say why', async () => {
  const [used, free, other] = [
    await createImage(app.services),
    await createImage(app.services),
    await createImage(app.services),
  ]
  await createMember(app.services, { profile_picture: used })
  later()
  const [usedId, freeId, otherId] = [await idOf(used), await idOf(free), await idOf(other)]
  const refused = await send('DELETE', `${usedId}/`)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'This picture is used in 1 place. Take it out there first, or replace it.',
  ])
  expect((await send('DELETE', `${freeId}/`)).status).toBe(204)
  expect((await app.request(free)).status).toBe(404)
  const each = await send('POST', 'batch-delete/', { image_ids: [usedId, freeId, otherId] })
  expect(each.body.succeeded).toEqual([otherId])
  expect(each.body.failed).toEqual([
    { id: usedId, detail: expect.stringMatching(/is used in 1 place/) },
    { id: freeId, detail: expect.stringMatching(/not found/) },
  ])
  expect((await send('POST', 'batch-delete/', { image_ids: [] })).body).toHaveProperty('image_ids')

  const row_ids = [String(freeId), String(otherId)]
  const undone = await app.json('/api/admin/trash/undo/', {
    ...{ method: 'POST', token, json: { kind: 'image', row_ids } },
  })
  expect(undone.body.succeeded).toEqual(row_ids)
  expect((await app.request(free)).status).toBe(200)
})

test('a picture that somebody chooses while it is deleted is not lost', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const url = await createImage(app.services)
    const id = await idOf(url)
    later()
    const json = { full_name: 'Grace', position: 'Mentor', profile_picture: url }
    const admin = await app.signIn('ADMIN')
    token = await app.signIn('EDITOR')
    const [created, deleted] = await Promise.all([
      app.json('/api/website/team-members/', { method: 'POST', token: admin, json }),
      send('DELETE', `${id}/`),
    ])
    const outcome = [created.status, deleted.status]
    // Created first, the picture stays; deleted first, the member is refused by its field.
    expect(outcome).toEqual(created.status === 201 ? [201, 409] : [400, 204])
    expect((await app.request(url)).status).toBe(created.status === 201 ? 200 : 404)
  }
})

test('only editors and admins manage pictures', async () => {
  const id = await idOf(await createImage(app.services))
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
  expect((await list()).total_items).toBe(1)
})
