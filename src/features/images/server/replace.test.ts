import { afterEach, beforeEach, expect, test } from 'vitest'
import { createImage } from '#seed/factories/images.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createMember } from '#seed/factories/team.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import type { TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { startManagingImages } from '#testing/images.ts'
import { holdTable, holdWhile } from '#testing/lock-waits.ts'
import { removeUnusedImages } from './unused-images.ts'

let images: Awaited<ReturnType<typeof startManagingImages>>
let app: TestApp
let token: string
beforeEach(async () => {
  images = await startManagingImages()
  app = images.app
  token = images.token
})
afterEach(() => app[Symbol.asyncDispose]())

test('a replaced picture is another one in all its places, with the sizes of that one', async () => {
  const [from, to] = [await createImage(app.services), await createImage(app.services)]
  const article = await createArticle(app.services, {
    banner: from,
    published_at: app.services.now().toISOString(),
    content: `<p>See</p><img src="${from}" alt="Two halves" width="32">`,
  })
  await app.json(`/api/dashboard/news/${article}/draft/`, {
    method: 'PATCH',
    token,
    json: { content: `<p>New</p><img src="${from}" alt="B">` },
  })
  const member = await createMember(app.services, { profile_picture: from })
  const before = await app.services.database
    .selectFrom('team_members')
    .selectAll()
    .executeTakeFirstOrThrow()
  const [id, other] = [await images.idOf(from), await images.idOf(to)]
  await images.send('PATCH', `${id}/`, { alt: 'Hills' })
  const replaced = await images.send('POST', `${id}/replace/`, { by: to })
  expect(replaced).toMatchObject({ status: 200, body: { id: other, was_unused: true } })
  expect((await images.get(id)).uses).toBe(0)
  expect((await images.get(other)).alt).toBe('Hills')
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
    method: 'PATCH',
    token,
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
      method: 'PATCH',
      token: admin,
      json: { partners: [{ name: 'Kivu Cloud', logo, url: '', is_visible: true }], ...more },
    })
  const { updated_at: expected_updated_at } = (await save(from)).body
  const id = await images.idOf(from)
  expect((await images.get(id)).used_by).toEqual(
    ['Settings', 'Earlier version of settings'].map((place) => ({
      place,
      title: 'partners',
      path: '/dashboard/settings',
    })),
  )
  const replaced = await images.send('POST', `${id}/replace/`, { by: to }, admin)
  expect(replaced).toMatchObject({ status: 200, body: { replaced: 2 } })
  const settings = await app.json('/api/admin/settings/', { token: admin })
  expect(settings.body.partners.partners).toMatchObject([{ logo: to }])
  expect((await app.services.readSettings()).partners.partners).toMatchObject([{ logo: to }])
  const stale = await save(from, { expected_updated_at })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringContaining('by Chantal Uwera (partners)'),
  ])
  images.later()
  expect((await images.send('DELETE', `${id}/`)).status).toBe(204)
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
      method: 'PATCH',
      token: admin,
      json: { partners },
    })
  await savePartners([{ name: 'Kivu Cloud', logo, url: '', is_visible: true }])
  await savePartners([])
  await createTechStack(app.services, { icon })
  await createMember(app.services, { profile_picture: icon })
  for (const [url, what] of [
    [logo, 'the settings'],
    [icon, 'tech stacks'],
  ] as const) {
    const id = await images.idOf(url)
    const detail = `This picture is used in ${what}, which your role may not change. Please ask an administrator to replace it.`
    expect((await images.get(id)).replace_refusal).toBe(detail)
    const refused = await images.send('POST', `${id}/replace/`, { by: to })
    expect([refused.status, refused.body]).toEqual([403, { detail }])
    expect((await images.list('use=unused')).results).toMatchObject([{ address: to }])
    const seen = await app.json(`/api/admin/images/${id}/`, { token: admin })
    expect(seen.body.replace_refusal).toBe('')
    expect((await images.send('POST', `${id}/replace/`, { by: to }, admin)).status).toBe(200)
    expect(
      (await images.send('POST', `${await images.idOf(to)}/replace/`, { by: url }, admin)).status,
    ).toBe(200)
  }
})

test('a focal point counts as a use of its picture, and stays when that is replaced', async () => {
  const [from, to] = [await createImage(app.services), await createImage(app.services)]
  const place = `/api/website/team-members/${await createMember(app.services)}/`
  const profile_picture = `${from}#focus=30,60`
  const saved = await app.json(place, { method: 'PATCH', token, json: { profile_picture } })
  expect(saved.body.profile_picture).toBe(profile_picture)
  const id = await images.idOf(from)
  expect((await images.get(id)).uses).toBe(1)
  await images.send('POST', `${id}/replace/`, { by: to })
  const members = app.services.database.selectFrom('team_members').select('profile_picture')
  expect(await members.execute()).toContainEqual({ profile_picture: `${to}#focus=30,60` })
})

test('a replacement is undone by replacing back, and chains of them lead to the last one', async () => {
  const urls = [await createImage(app.services), await createImage(app.services)]
  const [one = '', two = ''] = urls
  const [first, second] = [await images.idOf(one), await images.idOf(two)]
  await createMember(app.services, { profile_picture: one })
  await images.send('POST', `${first}/replace/`, { by: two })
  const back = await images.send('POST', `${second}/replace/`, { by: one })
  expect(back.body).toEqual({ id: first, replaced: 1, was_unused: true })
  expect([(await images.get(first)).uses, (await images.get(second)).uses]).toEqual([1, 0])
  const third = await createImage(app.services)
  await createMember(app.services, { profile_picture: third })
  const again = await images.send('POST', `${first}/replace/`, { by: third })
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
  const { status, body } = await images.send('POST', `${await images.idOf(url)}/replace/`, by)
  expect([status, body]).toEqual([400, problems])
  expect((await images.send('POST', '999/replace/', { by: url })).status).toBe(404)
})

const draftOf = async (id: number) => {
  const drafts = app.services.database.selectFrom('article_drafts').select('fields')
  return (await drafts.where('article_id', '=', id).executeTakeFirstOrThrow()).fields
}
const saveDraft = (id: number, json: object) =>
  app.json(`/api/dashboard/news/${id}/draft/`, { method: 'PATCH', token, json })

onPostgres(
  'a draft that is saved while its picture is replaced has the other picture',
  async () => {
    const [from, to] = [await createImage(app.services), await createImage(app.services)]
    const article = await createArticle(app.services, {
      published_at: app.services.now().toISOString(),
    })
    await saveDraft(article, { banner: from })
    const image = await images.idOf(from)
    const [replaced, saved] = await holdWhile(
      app,
      (held) =>
        held
          .selectFrom('article_drafts')
          .select('article_id')
          .where('article_id', '=', article)
          .forUpdate()
          .execute(),
      [
        () => images.send('POST', `${image}/replace/`, { by: to }),
        () => saveDraft(article, { title: 'Another title' }),
      ],
    )
    expect([replaced.status, saved.status]).toEqual([200, 200])
    expect(JSON.parse(await draftOf(article))).toMatchObject({ title: 'Another title', banner: to })
  },
)

onPostgres(
  'a draft that is begun while a picture of its article is replaced has the other one',
  async () => {
    const [from, to] = [await createImage(app.services), await createImage(app.services)]
    const article = await createArticle(app.services, {
      published_at: app.services.now().toISOString(),
      banner: from,
    })
    const image = await images.idOf(from)
    const [saved, replaced] = await holdWhile(app, holdTable('article_revisions'), [
      () => saveDraft(article, { title: 'Another title' }),
      () => images.send('POST', `${image}/replace/`, { by: to }),
    ])
    expect([saved.status, replaced.status]).toEqual([200, 200])
    expect(JSON.parse(await draftOf(article))).toMatchObject({ title: 'Another title', banner: to })
  },
)
