import { expect, test } from 'vitest'
import { nextVersion } from '#database/row-version.ts'
import { isStale, staleEdit } from './stale-edits.ts'

const row = { updated_at: '2026-11-22T08:00:00.000Z', name: 'Theirs' }
const nothing = 'Nothing of yours has been saved yet.'

test('only another version than the one that was edited is stale, however its time is written', () => {
  expect(isStale(row, '2026-11-22T07:59:59.999Z')).toBe(true)
  expect(isStale(row, '2026-11-22T10:00:00.000+02:00')).toBe(false)
  expect(isStale(row, undefined)).toBe(false)
})

test('a refused edit is told who has changed which fields, and when, with the row as it is', () => {
  const aline = { id: 1, name: 'Aline' }
  const eric = { id: 2, name: 'Eric' }
  const refused = staleEdit(row, [
    { version: '2026-11-22T07:30:00.000Z', by: aline, fields: ['title', 'ends_at'] },
    { version: '2026-11-22T07:45:00.000Z', by: eric, fields: ['status'] },
    { version: row.updated_at, by: aline, fields: ['location', 'title'] },
  ])
  expect(refused.message).toBe(
    `This was changed at 22 Nov 2026, 10:00 by Aline (title, ends at, location) and at 22 Nov 2026, 09:45 by Eric (status). ${nothing}`,
  )
  expect(refused.data).toEqual({ current: row })
})

test('a row that no user has changed was changed by somebody else', () => {
  expect(staleEdit(row, []).message).toBe(
    `This was changed at 22 Nov 2026, 10:00 by somebody else. ${nothing}`,
  )
})

test('every write makes another version, also within a millisecond or with a clock behind', () => {
  const now = new Date(row.updated_at)
  expect(nextVersion(row.updated_at, now)).toBe('2026-11-22T08:00:00.001Z')
  expect(nextVersion('2026-11-22T09:00:00.000Z', now)).toBe('2026-11-22T09:00:00.001Z')
  expect(nextVersion('2026-11-22T07:00:00.000Z', now)).toBe('2026-11-22T08:00:00.000Z')
})
