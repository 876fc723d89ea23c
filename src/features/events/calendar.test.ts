import { expect, test } from 'vitest'
import type { Event } from './contract.ts'
import { calendarOf } from './event-calendar.ts'

const siteUrl = 'https://huza.example'
const publisher = { siteUrl, email: 'info@huza.example' }

const event: Event = {
  id: 7,
  title: 'Kigali Talent Day',
  description: 'Forty graduates, twenty employers; one table each.\nBring a task.',
  category: 'Africa Business',
  type: 'conference',
  date: '2026-11-20',
  time: '9:15 AM - 5:00 PM',
  location: 'Kigali Convention Centre, Kigali',
  image: '',
  image_alt: '',
  registration_link: '',
  capacity: null,
  registration_deadline: null,
  registration: 'open',
  starts_at: '2026-11-20T07:15:00.000Z',
  ends_at: '2026-11-20T15:00:00.000Z',
  is_past: false,
  is_cancelled: false,
  updated_at: '2026-11-02T08:00:00.000Z',
}

const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('an event has Kigali time, and the calendar defines that time zone', () => {
  const lines = unfolded(calendarOf([event], publisher))
  expect(lines).toContain('DTSTART;TZID=Africa/Kigali:20261120T091500')
  expect(lines).toContain('DTEND;TZID=Africa/Kigali:20261120T170000')
  expect(lines).toContain('TZID:Africa/Kigali')
  expect(lines).toContain('TZOFFSETTO:+0200')
})

test('midnight in Kigali is the first minute of the day, not the last', () => {
  const lines = unfolded(
    calendarOf([{ ...event, starts_at: '2026-11-19T22:00:00.000Z' }], publisher),
  )
  expect(lines).toContain('DTSTART;TZID=Africa/Kigali:20261120T000000')
})

test('an event keeps its UID when all other fields change', () => {
  const uidOf = (one: Event) =>
    unfolded(calendarOf([one], publisher)).find((line) => line.startsWith('UID:'))
  expect(uidOf({ ...event, title: 'Moved', starts_at: '2026-12-01T07:00:00.000Z' })).toBe(
    uidOf(event),
  )
  expect(uidOf({ ...event, id: 8 })).not.toBe(uidOf(event))
})

test('special characters of iCalendar are escaped', () => {
  const lines = unfolded(calendarOf([{ ...event, title: 'A\\B' }], publisher))
  expect(lines).toContain('SUMMARY:A\\\\B')
  expect(lines).toContain(
    'DESCRIPTION:Forty graduates\\, twenty employers\\; one table each.\\nBring a task.',
  )
})

test('line breaks in a text are escaped', () => {
  const lines = unfolded(
    calendarOf([{ ...event, title: 'A\r\nURL:https://bad.example\rB' }], publisher),
  )
  expect(lines.filter((line) => line.startsWith('URL:'))).toEqual([`URL:${siteUrl}/events/7`])
})

test('no line is longer than 75 bytes, and long lines unfold completely', () => {
  const title = 'Umunsi w’impano 🎉 '.repeat(12).trim()
  const text = calendarOf([{ ...event, title }], publisher)
  const bytes = text.split('\r\n').map((line) => new TextEncoder().encode(line).length)
  expect(Math.max(...bytes)).toBeLessThanOrEqual(75)
  expect(unfolded(text)).toContain(`SUMMARY:${title}`)
})

test('a calendar without events is still a calendar', () => {
  const lines = unfolded(calendarOf([], publisher))
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toEqual([])
  expect(lines.at(-2)).toBe('END:VCALENDAR')
})

test('an event has its time of change, organizer and URL', () => {
  const lines = unfolded(calendarOf([event], publisher))
  expect(lines).toContain('DTSTAMP:20261102T080000Z')
  expect(lines).toContain('ORGANIZER;CN="Huza":mailto:info@huza.example')
  expect(lines).toContain('URL:https://huza.example/events/7')
  const elsewhere = { ...event, registration_link: 'https://tickets.example/7' }
  expect(unfolded(calendarOf([elsewhere], publisher))).toContain('URL:https://tickets.example/7')
  expect(calendarOf([event], { ...publisher, siteUrl: '' })).not.toContain('URL:')
})

test('a calendar contains no control characters', () => {
  const text = calendarOf([{ ...event, title: 'A\u0000\u0007B' }], publisher)
  expect(unfolded(text)).toContain('SUMMARY:AB')
})

test('a cancelled event says so, also where a calendar has subscribed, and changes have a greater sequence', () => {
  const lines = unfolded(calendarOf([{ ...event, is_cancelled: true }], publisher))
  expect(lines).toEqual(expect.arrayContaining(['METHOD:PUBLISH', 'STATUS:CANCELLED']))
  expect(unfolded(calendarOf([event], publisher, 'CANCEL'))).toContain('METHOD:CANCEL')
  const sequenceOf = (updated_at: string) =>
    Number(/^SEQUENCE:(\d+)/m.exec(calendarOf([{ ...event, updated_at }], publisher))?.[1])
  expect(sequenceOf('2026-11-02T08:00:01.000Z')).toBe(sequenceOf(event.updated_at) + 1)
})
