import { expect, test } from 'vitest'
import {
  capitalize,
  formatDate,
  formatDateTime,
  formatFileSize,
  formatLocalDate,
  formatRelativeTime,
  mailtoOf,
  pluralize,
} from './format.ts'
import { formatList } from './full-name.ts'
import { resumeBytesMax } from './resume.ts'

test('September is abbreviated alike everywhere', () => {
  expect(formatDate('2026-09-01')).toBe('1 Sep 2026')
})

test('a sentence begins with a capital, but an email address at its beginning stays as it is', () => {
  expect(capitalize('the message of Aline')).toBe('The message of Aline')
  expect(capitalize('aline@example.rw')).toBe('aline@example.rw')
})

test('a list ends with "and", also before a name with a comma', () => {
  expect(formatList([])).toBe('')
  expect(formatList(['Aline', 'Eric'])).toBe('Aline and Eric')
  expect(formatList(['Aline', 'Eric', 'Keza, Jr.'])).toBe('Aline, Eric and Keza, Jr.')
})

test('times are those of Kigali', () => {
  expect(formatDateTime('2026-08-31T22:05:59Z')).toBe('1 Sep 2026, 00:05')
  expect(formatLocalDate('2026-08-31T22:05:59Z')).toBe('1 Sep 2026')
})

test('a time that is not known is said to be so', () => {
  expect([formatDateTime(''), formatLocalDate('')]).toEqual(['unknown', 'unknown'])
  expect(formatRelativeTime('', new Date())).toBe('unknown')
})

test('file sizes have the units of the limits', () => {
  const sizes = [820, 840_000, 1_500_000, resumeBytesMax]
  expect(sizes.map(formatFileSize)).toEqual(['820 bytes', '820 kB', '1.4 MB', '10.0 MB'])
})

test('one is singular', () => {
  expect([pluralize(1, 'week'), pluralize(13, 'week')]).toEqual(['1 week', '13 weeks'])
  expect(pluralize(12_345, 'comment')).toBe('12,345 comments')
  const nouns = ['enquiry', 'day', 'batch', 'address', 'box']
  expect(nouns.map((noun) => pluralize(0, noun))).toEqual([
    '0 enquiries',
    '0 days',
    '0 batches',
    '0 addresses',
    '0 boxes',
  ])
})

const now = new Date('2026-11-20T12:00:00Z')
const ago = (hours: number, seconds = 0) =>
  formatRelativeTime(new Date(now.getTime() - (hours * 3600 + seconds) * 1000).toISOString(), now)

test('a comment of the last hour is shown as just now, and so is one in the future', () => {
  expect(ago(0)).toBe('Just now')
  expect(ago(0, 3599)).toBe('Just now')
  expect(ago(0, -30)).toBe('Just now')
})

test('a comment of the last day shows the hours', () => {
  expect(ago(1)).toBe('1 hour ago')
  expect(ago(2)).toBe('2 hours ago')
  expect(ago(23, 3599)).toBe('23 hours ago')
})

test('a comment of the last week shows the days', () => {
  expect(ago(24)).toBe('1 day ago')
  expect(ago(47, 3599)).toBe('1 day ago')
  expect(ago(48)).toBe('2 days ago')
  expect(ago(167, 3599)).toBe('6 days ago')
})

test('an older comment shows its date in Kigali', () => {
  expect(ago(168)).toBe('13 Nov 2026')
  expect(formatRelativeTime('2026-10-31T23:30:00Z', now)).toBe('1 Nov 2026')
})

test.each([
  ['aline@example.rw', 'mailto:aline@example.rw'],
  ['a?bcc=eric&body=x@example.rw', 'mailto:a%3Fbcc%3Deric%26body%3Dx@example.rw'],
  ['a%0Acc=x@example.rw', 'mailto:a%250Acc%3Dx@example.rw'],
])('the link that writes to %s names nothing but its address', (email, link) => {
  expect(mailtoOf(email)).toBe(link)
})
