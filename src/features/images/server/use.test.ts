import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { isSqlite } from '#database/engine.ts'
import type { Tables } from '#database/tables.ts'
import { removeOldTrash } from '#features/trash/server/purge.ts'
import { createImage } from '#seed/factories/images.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createMember } from '#seed/factories/team.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startS3 } from '#testing/s3.ts'
import { removeUnusedImages } from './unused-images.ts'
import { imageColumns } from './uses.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
})
afterEach(() => app[Symbol.asyncDispose]())

const dayS = 24 * 60 * 60
const statusOf = async (url: string) => (await app.request(url)).status
const send = (method: string, path: string, json: unknown) =>
  app.json(`/api${path}`, { method, token, json })

/** Advances the clock by days, with an upkeep on each of them. */
async function passDays(days: number) {
  for (let day = 0; day < days; day += 1) {
    app.advanceS(dayS)
    await removeUnusedImages(app.services)
  }
}

test('an unused image is removed after a week, with all its files', async () => {
  const url = await createImage(app.services)
  await passDays(6)
  expect(await statusOf(url)).toBe(200)
  await passDays(2)
  expect(await statusOf(url)).toBe(404)
  expect(await statusOf(`${url}/65.webp`)).toBe(404)
  expect(await app.services.database.selectFrom('files').select('id').execute()).toEqual([])
})

test('an image in use stays, also in the trash, and is removed a week after its last use', async () => {
  const [face, figure] = [await createImage(app.services), await createImage(app.services)]
  const id = await createMember(app.services, { profile_picture: face })
  await createArticle(app.services, { content: `<p>See</p><img src="${figure}" alt="Two halves">` })
  await passDays(30)
  expect([await statusOf(face), await statusOf(figure)]).toEqual([200, 200])
  token = await app.signIn('ADMIN')
  expect((await send('DELETE', `/admin/team-members/${id}/`, {})).status).toBe(204)
  await passDays(30)
  expect(await statusOf(face)).toBe(200)
  await removeOldTrash(app.services)
  await passDays(6)
  expect(await statusOf(face)).toBe(200)
  await passDays(2)
  expect([await statusOf(face), await statusOf(figure)]).toEqual([404, 200])
})

test('an image that is about to be used is not removed in the meantime', async () => {
  const url = await createImage(app.services)
  app.advanceS(8 * dayS)
  token = await app.signIn('ADMIN')
  const member = { full_name: 'Grace Ishimwe', position: 'Mentor', profile_picture: url }
  expect((await send('POST', '/website/team-members/', member)).status).toBe(201)
  // As it is before the member is written.
  await app.services.database.deleteFrom('team_members').execute()
  expect(await removeUnusedImages(app.services)).toBe(0)
  expect(await statusOf(url)).toBe(200)
})

test('a reference to a missing image is refused, by field', async () => {
  const gone = `/images/${'0'.repeat(20)}-640x480-c0ffee`
  const message = ['This picture is not stored here any more. Please upload it again']
  const article = { title: 'A', category: 'africa', author: 'B', description: 'C', content: 'D' }
  const event = {
    title: 'A',
    description: 'B',
    category: 'C',
    type: 'webinar',
    location: 'Online',
    starts_at: '2026-12-01T10:00',
    ends_at: '2026-12-01T11:00',
  }
  const person = {
    full_name: 'Grace Ishimwe',
    title: 'Developer',
    description: 'It went very well for me.',
  }
  const responses = await Promise.all([
    send('POST', '/website/team-members/', { ...person, position: 'A', profile_picture: gone }),
    send('POST', '/website/testimonies/', { ...person, profile_picture: gone }),
    send('POST', '/admin/events/', { ...event, image: gone }),
    send('POST', '/admin/techstacks/', { name: 'A', short_description: 'B', icon: gone }),
    send('POST', '/dashboard/news/', {
      ...article,
      banner: gone,
      content: `<p>See</p><img src="${gone}">`,
    }),
  ])
  expect(responses.map(({ body }) => body)).toEqual([
    { profile_picture: message },
    { profile_picture: message },
    { image: message },
    { icon: message },
    { banner: message, content: message },
  ])
  const id = await createMember(app.services)
  const path = `/website/team-members/${id}/`
  expect((await send('PATCH', path, { profile_picture: gone })).status).toBe(400)
  expect((await send('PATCH', path, { position: 'Mentor' })).status).toBe(200)
})

test('every column that can refer to an image is checked before one is removed', async () => {
  const tables = await app.services.database.introspection.getTables()
  const columns = tables.flatMap(({ name, columns }) =>
    columns.map((column) => [name as keyof Tables, column.name]),
  )
  const named = columns.filter(([, column]) =>
    /picture|image(?!_id|_alt)|banner|icon/.test(column ?? ''),
  )
  expect(imageColumns).toEqual(expect.arrayContaining(named))
})

test('triggers note the changes of every column that refers to images', async () => {
  const { database } = app.services
  const names = isSqlite(database)
    ? sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`
    : sql<{ name: string }>`select tgname as name from pg_trigger`
  const { rows } = await names.execute(database)
  const triggers = new Set(rows.map(({ name }) => name))
  const untracked = imageColumns.filter(([table, column]) =>
    ['insert', 'update', 'delete'].some(
      (event) => !triggers.has(`images_of_${table}_${column}_${event}`),
    ),
  )
  expect(untracked, 'columns without trackImages in a migration').toEqual([])
})

test('images are stored in S3 as on the disk', async () => {
  const s3 = await startS3()
  const elsewhere = await startTestApp({ STORAGE_URL: s3.url })
  onTestFinished(async () => {
    await elsewhere[Symbol.asyncDispose]()
    await s3[Symbol.asyncDispose]()
  })
  const url = await createImage(elsewhere.services)
  const width = Number(/-(\d+)x/.exec(url)?.[1])
  const image = await elsewhere.request(`${url}/${width}.webp`)
  const bytes = Buffer.from(await image.arrayBuffer())
  expect(image.headers.get('content-type')).toBe('image/webp')
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  expect(image.headers.get('content-length')).toBe(String(bytes.length))
  elsewhere.advanceS(8 * dayS)
  expect(await removeUnusedImages(elsewhere.services)).toBe(1)
  expect((await elsewhere.request(`${url}/${width}.webp`)).status).toBe(404)
})
