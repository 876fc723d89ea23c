import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'

const publicFile = (path: string) => readFile(join(import.meta.dirname, '../../../public', path))
const sizeOf = async (picture: Buffer) => {
  const { width, height } = await sharp(picture).metadata()
  return `${width}x${height}`
}

test('the manifest has the name of the site, and its icons exist in their sizes', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { status, headers, body } = await app.json('/site.webmanifest')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json'])
  expect(body).toMatchObject({ short_name: 'Huza', start_url: '/', display: 'browser' })
  const icons = body.icons as { src: string; sizes: string; type: string; purpose: string }[]
  for (const { src, sizes } of icons) expect(await sizeOf(await publicFile(src)), src).toBe(sizes)
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
})

test('maskable icons fill the whole square', async () => {
  for (const file of ['icons/maskable-512.png', 'apple-touch-icon.png']) {
    const { isOpaque } = await sharp(await publicFile(file)).stats()
    expect(isOpaque, file).toBe(true)
  }
  expect(await sizeOf(await publicFile('apple-touch-icon.png'))).toBe('180x180')
})

test('favicon.ico contains three sizes', async () => {
  const ico = await publicFile('favicon.ico')
  const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => 6 + index * 16)
  const pictures = entries.map((entry) => {
    const start = ico.readUInt32LE(entry + 12)
    return ico.subarray(start, start + ico.readUInt32LE(entry + 8))
  })
  expect(await Promise.all(pictures.map(sizeOf))).toEqual(['16x16', '32x32', '48x48'])
})
