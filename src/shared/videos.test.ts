import { expect, test } from 'vitest'
import { playerOrigins, videoLinks, videoOf } from './videos.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', 'youtube/dQw4w9WgXcQ'],
  ['http://m.youtube.com/watch/?v=dQw4w9WgXcQ', 'youtube/dQw4w9WgXcQ'],
  [' https://youtu.be/dQw4w9WgXcQ?si=x ', 'youtube/dQw4w9WgXcQ'],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', 'youtube/dQw4w9WgXcQ'],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube/dQw4w9WgXcQ'],
  ['https://vimeo.com/123456789', 'vimeo/123456789'],
  ['https://player.vimeo.com/video/123456789?h=1', 'vimeo/123456789'],
])('%s is a video', (address, name) => {
  expect(videoOf(address)).toBe(name)
})

test.each([
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=../../evil',
  'https://www.youtube.com/@huza',
  'https://vimeo.com/huza',
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'youtu.be/dQw4w9WgXcQ',
  '',
])('%s is none', (address) => {
  expect(videoOf(address)).toBeNull()
})

test('a video plays from an origin that pages may frame, and only known names are played', () => {
  for (const name of ['youtube/dQw4w9WgXcQ', 'vimeo/123456789']) {
    const { watch, player } = videoLinks(name) ?? {}
    expect(videoOf(watch ?? '')).toBe(name)
    expect(playerOrigins).toContain(new URL(player ?? '').origin)
  }
  for (const name of ['youtube/../x', 'constructor/12345678', 'vimeo/1/2', 'youtube', '']) {
    expect(videoLinks(name), name).toBeNull()
  }
})
