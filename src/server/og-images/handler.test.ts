import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleCard, eventCard } from '#layout/content-cards.ts'
import { ogImagePath, pageCards } from '#layout/share-card.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { redAndBlue } from '#seed/factories/sample-images.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** The status and the redirect's location. */
async function responseTo(path: string) {
  const { status, headers } = await app.request(path)
  return { status, location: headers.get('location') }
}

const folder = () => join(app.services.config.dataDir, 'share')
const drawn = () => readdir(folder()).catch(() => [])

const articleOf = async (slug: string) =>
  (await app.json(`/api/website/news/slug/${slug}/`)).body as Parameters<typeof articleCard>[0]

test('an article has an image of 1200 by 630 pixels that is cached for ever', async () => {
  await createArticle(app.services, { title: 'A first day at work' })
  const path = ogImagePath(articleCard(await articleOf('a-first-day-at-work')))
  const response = await app.request(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const picture = Buffer.from(await response.arrayBuffer())
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  // Text, ornament and background: the image is not blank.
  const { channels, entropy } = await sharp(picture).stats()
  expect(Math.min(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(40)
  expect(entropy).toBeGreaterThan(0.5)
  expect(picture.length).toBeLessThan(300_000)

  // Nobody asks again for what never changes.
  expect(response.headers.get('etag')).toBeNull()
  const head = await app.request(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(picture.length)])
})

/** Stores a picture, four times as wide as high, with a red and a blue half. @returns its URL */
async function uploadPicture(): Promise<string> {
  const bytes = new Uint8Array(await redAndBlue(1600, 400).png().toBuffer())
  const body = new FormData()
  body.append('image', new File([bytes], 'picture.png'))
  const token = await app.signIn('EDITOR')
  return (await app.json('/api/admin/images/', { method: 'POST', token, body })).body.address
}

/** The average colour of a part of an image. */
async function colourOf(image: Buffer, left: number, top: number) {
  const part = sharp(image).extract({ left, top, width: 200, height: 200 })
  const { channels } = await sharp(await part.toBuffer()).stats()
  return channels.map(({ mean }) => (mean > 100 ? 1 : 0)).join('')
}

test('the image of an article with a banner is that banner, cut around its focal point', async () => {
  const banner = await uploadPicture()
  const imageOf = async (title: string, url: string) => {
    const id = await createArticle(app.services, { title, banner: url })
    const { slug } = (await app.json(`/api/website/news/${id}/`)).body
    const path = ogImagePath(articleCard(await articleOf(slug)))
    const response = await app.request(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    return { path, image: Buffer.from(await response.arrayBuffer()) }
  }
  const red = await imageOf('To the left', `${banner}#focus=0,50`)
  const blue = await imageOf('To the right', `${banner}#focus=100,50`)
  const both = await imageOf('In the middle', banner)
  expect(await sharp(both.image).metadata()).toMatchObject({ width: 1200, height: 630 })
  for (const [{ image }, left, right] of [
    [red, '100', '100'],
    [blue, '001', '001'],
    [both, '100', '001'],
  ] as const) {
    expect([await colourOf(image, 0, 100), await colourOf(image, 1000, 100)]).toEqual([left, right])
  }
  await truncate(join(folder(), red.path.slice(-17)), 1000)
  expect(Buffer.from(await (await app.request(red.path)).arrayBuffer())).toEqual(red.image)
})

test('an article whose banner is on another site, or is gone, has a drawn image', async () => {
  const gone = `/images/${'0'.repeat(20)}-640x480-c0ffee`
  for (const [slug, banner, type] of [
    ['elsewhere', 'https://elsewhere.example/a.png', 'image/png'],
    ['gone', gone, 'image/jpeg'],
  ] as const) {
    await createArticle(app.services, { title: slug, banner })
    const response = await app.request(ogImagePath(articleCard(await articleOf(slug))))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats()
    expect(Math.min(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(40)
  }
})

test('an image that is requested concurrently is drawn once, and stored', async () => {
  const [home] = pageCards
  if (!home) throw new Error('no home')
  const before = await drawn()
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => app.request(ogImagePath(home))),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await drawn()).toHaveLength(before.length + 1)
})

test('a truncated image file is drawn again', async () => {
  const [, page] = pageCards
  if (!page) throw new Error('no page')
  const path = ogImagePath(page)
  const whole = (await (await app.request(path)).arrayBuffer()).byteLength
  await truncate(join(folder(), path.slice(-17)), 1000)
  expect((await (await app.request(path)).arrayBuffer()).byteLength).toBe(whole)
})

test('a changed title gives the image another URL, and the old one redirects to it', async () => {
  const id = await createArticle(app.services, { title: 'Before' })
  const old = ogImagePath(articleCard(await articleOf('before')))
  const token = await app.signIn('EDITOR')
  await app.json(`/api/dashboard/news/${id}/`, { method: 'PATCH', token, json: { title: 'After' } })
  const now = ogImagePath(articleCard(await articleOf('before')))
  expect(now).not.toBe(old)
  expect(await responseTo(old)).toEqual({ status: 302, location: now })
})

test('content that visitors may not read has no image, and its URL does not reveal it', async () => {
  const at = app.services.now().toISOString()
  const hidden = {
    'a-draft': { published_at: null },
    'a-scheduled-one': { published_at: '2090-01-01T00:00:00.000Z' },
    'an-archived-one': { archived_at: at },
  }
  const before = await drawn()
  for (const [slug, state] of Object.entries(hidden)) {
    const title = slug.replaceAll('-', ' ')
    await createArticle(app.services, { title, ...state })
    const fields = {
      slug,
      title,
      category: 'talent',
      author: 'Solange Mukamana',
      banner: '',
    } as const
    for (const done_at of ['2026-03-02', '2090-01-01']) {
      const path = ogImagePath(articleCard({ ...fields, done_at }))
      expect(await responseTo(path), slug).toEqual({ status: 404, location: null })
    }
  }
  expect(await drawn()).toEqual(before)
})

test('an event has an image; a deleted one has none', async () => {
  const id = await createEvent(app.services)
  const { body: event } = await app.json(`/api/website/events/${id}/`)
  const guess = `/share/events/${id}-0000000000000.png`
  expect(await responseTo(guess)).toEqual({ status: 302, location: ogImagePath(eventCard(event)) })
  expect(await responseTo(`/share/events/${id + 99}-0000000000000.png`)).toMatchObject({
    status: 404,
  })
})

test.each([
  '/share/',
  '/share/home.png',
  '/share/no-such-page-0000000000000.png',
  '/share/insights/no-such-article-0000000000000.png',
  '/share/events/99999999999999999999-0000000000000.png',
  '/share/events/-0000000000000.png',
  '/share/dashboard-0000000000000.png',
  '/share/../huza.db',
  '/share/%2e%2e/huza.db',
  `/share/insights/${'a'.repeat(300)}-0000000000000.png`,
  '/share/home-0000000000000.png%00',
  '/share/home-0000000000000.svg',
])('%s is no picture', async (path) => {
  expect(await responseTo(path)).toEqual({ status: 404, location: null })
})
