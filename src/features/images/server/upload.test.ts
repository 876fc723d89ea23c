import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { animated, bomb, fromTelephone, redAndBlue } from '#seed/factories/sample-images.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterAll(() => app[Symbol.asyncDispose]())

let clients = 0

async function upload(content: Buffer | string, as: string | null = token) {
  const form = new FormData()
  const bytes = new Uint8Array(Buffer.from(content))
  form.append('image', new File([bytes], 'picture.jpg', { type: 'image/jpeg' }))
  clients += 1
  return app.json('/api/admin/images/', {
    method: 'POST',
    body: form,
    clientIp: `10.9.0.${clients}`,
    ...(as === null ? {} : { token: as }),
  })
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await app.request(path, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The colour in the middle of the upper or lower half. */
async function colourAt(bytes: Buffer, part: 0.25 | 0.75) {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * part) * info.width + Math.floor(info.width / 2)) * 3
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
}

async function countStored() {
  const images = await app.services.database.selectFrom('images').selectAll().execute()
  const files = await app.services.database.selectFrom('files').selectAll().execute()
  const spool = await readdir(app.services.storage.spoolDir)
  return { images: images.length, files: files.length, spool: spool.length }
}

test('a photo from a phone is served upright in every size and format, without metadata', async () => {
  const original = await fromTelephone()
  expect(original.includes('Kigali Cameras')).toBe(true)
  const { status, body } = await upload(original)
  expect(status).toBe(201)
  expect(body).toEqual({
    address: expect.stringMatching(/^\/images\/[0-9a-f]{20}-400x600-[0-9a-f]{6}$/),
    id: expect.any(Number),
    alt: '',
    width: 400,
    height: 600,
    colour: `#${body.address.slice(-6)}`,
  })
  const variants = [
    ...[160, 320, 400].flatMap((width) => [
      [`/${width}.avif`, 'image/avif', 'heif', width],
      [`/${width}.webp`, 'image/webp', 'webp', width],
    ]),
    ['', 'image/jpeg', 'jpeg', 400],
  ] as [string, string, string, number][]
  for (const [variant, type, format, width] of variants) {
    const { response, bytes } = await get(`${body.address}${variant}`)
    expect(response.status, variant).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    // Its page's policy is about it: a picture runs nothing.
    for (const header of ['content-security-policy', 'permissions-policy', 'x-request-id']) {
      expect(response.headers.has(header), header).toBe(false)
    }
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height: width * 1.5 })
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    for (const secret of ['Kigali Cameras', 'A visible secret', 'Exif', 'GPS']) {
      expect(bytes.includes(secret), `${variant} ${secret}`).toBe(false)
    }
    expect([await colourAt(bytes, 0.25), await colourAt(bytes, 0.75)]).toEqual(['red', 'blue'])
  }
  for (const nothing of [
    `${body.address}/640.webp`,
    `${body.address}/%00.webp`,
    `${body.address}/..%2f320.webp`,
    `/images/%00`,
    `/images/x/320.avif`,
    `${body.address.replace('400', '401')}/320.avif`,
  ]) {
    expect((await get(nothing)).response.status, nothing).toBe(404)
  }

  const etag = (await get(`${body.address}/320.avif`)).response.headers.get('etag') ?? ''
  const again = await get(`${body.address}/320.avif`, { 'if-none-match': etag })
  expect([again.response.status, again.bytes.length]).toEqual([304, 0])
  const head = await app.request(`${body.address}/320.avif`, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
})

test('the same picture is stored once, also when uploaded concurrently', async () => {
  const picture = await redAndBlue(90, 50).png().toBuffer()
  const before = await countStored()
  const responses = await Promise.all([upload(picture), upload(picture)])
  responses.push(await upload(picture))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(responses.map(({ body }) => body.address)).size).toBe(1)
  const after = await countStored()
  expect(after).toEqual({ images: before.images + 1, files: before.files + 3, spool: 0 })
})

test('CMYK, transparent, animated and large images are accepted', async () => {
  const printed = await upload(await redAndBlue(120, 80).toColourspace('cmyk').jpeg().toBuffer())
  expect(printed.body).toMatchObject({ width: 120, height: 80 })
  const { bytes } = await get(`${printed.body.address}/120.webp`)
  expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 })

  const clear = { create: { width: 64, height: 64, channels: 4, background: '#c0000080' } } as const
  const seeThrough = await upload(await sharp(clear).png().toBuffer())
  expect(seeThrough.body).toMatchObject({ colour: null })
  expect(seeThrough.body.address).toMatch(/-64x64-clear$/)
  const shown = await get(`${seeThrough.body.address}/64.avif`)
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ hasAlpha: true })
  const preview = await get(seeThrough.body.address)
  expect(await sharp(preview.bytes).metadata()).toMatchObject({ format: 'jpeg', channels: 3 })

  const moving = await upload(await animated())
  expect(moving.body).toMatchObject({ width: 64, height: 48, colour: '#cc0000' })

  const large = await upload(await redAndBlue(4000, 1000).avif({ effort: 0 }).toBuffer())
  expect(large.body).toMatchObject({ width: 1920, height: 480 })
  expect((await get(`${large.body.address}/1920.webp`)).response.status).toBe(200)
  expect(await sharp((await get(large.body.address)).bytes).metadata()).toMatchObject({
    width: 1200,
  })
})

test('of a file that is also something else, only the image is stored', async () => {
  const page = '<script>alert(1)</script>PK\x03\x04%PDF-1.7'
  const picture = await redAndBlue(48, 48).jpeg().toBuffer()
  const { status, body } = await upload(Buffer.concat([picture, Buffer.from(page)]))
  expect(status).toBe(201)
  for (const variant of ['', '/48.webp', '/48.avif']) {
    const { bytes } = await get(`${body.address}${variant}`)
    expect(bytes.includes('alert') || bytes.includes('%PDF')).toBe(false)
  }
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script/></svg>'
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
const whole = () => redAndBlue(800, 600).jpeg().toBuffer()
test.each<[string, () => Promise<Buffer> | Buffer | string, RegExp]>([
  ['nothing', () => '', /not a picture/],
  ['text', () => 'A picture, believe me', /not a picture/],
  ['a drawing', () => `<?xml version="1.0"?>\n${svg}`, /SVG are not taken/],
  ['a HEIC', () => heic, /HEIC pictures can't be read/],
  ['a start of a JPEG', async () => (await whole()).subarray(0, 2_000), /damaged/],
  ['a JPEG cut short', async () => (await whole()).subarray(0, -1_500), /damaged/],
  [
    'a drawing that says it is a PNG',
    () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'),
    /damaged/,
  ],
  ['2 gigapixels in 200 bytes', () => bomb(50_000, 50_000), /more than 50 megapixels/],
  ['a PNG that has less than it says', () => bomb(3_000, 3_000), /damaged/],
  ['one pixel', () => redAndBlue(1, 1).png().toBuffer(), /at least 32 pixels/],
])('%s is refused and nothing of it is stored', async (_what, content, problem) => {
  const before = await countStored()
  const { status, body } = await upload(await content())
  expect(body).toEqual({ image: [expect.stringMatching(problem)] })
  expect(status).toBe(400)
  expect(await countStored()).toEqual(before)
})

test('only editors upload images, as form data of at most 15MB', async () => {
  const before = await countStored()
  const picture = await whole()
  expect((await upload(picture, null)).status).toBe(401)
  expect((await upload(picture, await app.signIn('RECRUITER'))).status).toBe(403)
  const call = { method: 'POST', token }
  expect((await app.json('/api/admin/images/', { ...call, json: {} })).status).toBe(415)
  const empty = await app.json('/api/admin/images/', { ...call, body: new FormData() })
  expect(empty).toMatchObject({ status: 400, body: { image: ['Please choose a picture'] } })
  const huge = await upload(Buffer.alloc(15 * 1024 * 1024 + 1))
  expect(huge).toMatchObject({ status: 413, body: { detail: 'image must be 15MB or smaller.' } })
  expect(await countStored()).toEqual(before)
  expect((await upload(picture, await app.signIn('ADMIN'))).status).toBe(201)
})
