import { expect, test } from 'vitest'
import type { NamedLine } from '../contract.ts'
import { auditLinkOf, auditName, readDetails, targetText } from './audit-links.ts'

const line: NamedLine = {
  id: 7,
  action: 'opened',
  actor_id: 1,
  actor_name: 'Diane Keza',
  target: 'resume of application',
  target_id: '12',
  name: null,
  details: {},
  client_ip: '192.0.2.1',
  created_at: '2026-03-02T08:00:00.000Z',
}

test('details are told as names and values', () => {
  const details = {
    format: 'csv',
    filters: { cohort_id: [1, 2], search: null, is_searched: false },
    fields: ['full_name', 'email'],
    ids: [],
  }
  expect(readDetails(details)).toEqual([
    { name: 'format', value: 'csv' },
    { name: 'filters: cohort id', value: '1, 2' },
    { name: 'filters: is searched', value: 'no' },
    { name: 'fields', value: 'full name, email' },
  ])
})

test('a line leads to what it is about, unless that is gone', () => {
  expect(auditLinkOf(line)).toBe('/dashboard/applications/12')
  expect(auditLinkOf({ ...line, target: 'reply template' })).toBe('/dashboard/messages/templates')
  expect(auditLinkOf({ ...line, action: 'deleted' })).toBeUndefined()
  expect(auditLinkOf({ ...line, target_id: null })).toBeUndefined()
  expect(auditLinkOf({ ...line, target: 'of the future' })).toBeUndefined()
  // Not an email of the outbox.
  expect(
    auditLinkOf({ ...line, target: 'account email', target_id: 'a'.repeat(43) }),
  ).toBeUndefined()
})

test('a line and what it is about have names', () => {
  expect(auditName({ ...line, action: 'batch' })).toBe(
    'Changed many, resume of application, line 7',
  )
  expect(targetText({ ...line, target: 'account email', target_id: 'a'.repeat(43) })).toBe(
    `account email ${'a'.repeat(10)}…`,
  )
  expect(targetText(line)).toBe('resume of application 12')
  expect(targetText({ ...line, name: 'Aline Uwase' })).toBe('resume of application: Aline Uwase')
})
