import { expect, test } from 'vitest'
import { threadMsOf } from '#testing/event-loop.ts'
import { calendarFile } from './calendar.ts'

const fileOf = (description: string, entries = 1) =>
  calendarFile(
    { name: 'Interviews', organizer: 'info@huza.example' },
    Array.from({ length: entries }, (_, index) => ({
      key: `interview-${index}`,
      changed_at: '2026-03-02T08:00:00.000Z',
      sequence: 1,
      starts_at: '2026-03-09T07:00:00.000Z',
      ends_at: '2026-03-09T07:30:00.000Z',
      isCancelled: false,
      title: 'Interview',
      description,
      location: 'Room 2',
      category: 'Interview',
      url: '',
    })),
  )

test('lines have at most 75 bytes, and no character of any length is split', () => {
  const description = 'Aline, Çelik, 鈴木, 🙂🇷🇼 '.repeat(40).trim()
  const file = fileOf(description)
  const sizes = file.split('\r\n').map((line) => new TextEncoder().encode(line).length)
  expect(Math.max(...sizes)).toBe(75)
  expect(file).not.toContain('\ufffd')
  expect(file.replaceAll('\r\n ', '')).toContain(
    `DESCRIPTION:${description.replaceAll(',', '\\,')}\r\n`,
  )
})

test('the file of somebody with very many interviews holds nothing up', async () => {
  const names = 'Aline Uwase: https://huza.example/dashboard/applications/1\n'.repeat(50)
  fileOf(names)
  expect(await threadMsOf(() => fileOf(names, 500))).toBeLessThan(300)
})
