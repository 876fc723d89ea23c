import { expect, test } from 'vitest'
import { nextVersion } from '#database/row-version.ts'
import { refuseStale } from './refuse-stale.ts'

const row = { updated_at: '2026-11-22T08:00:00.000Z', name: 'Theirs' }

test('an edit of an older version is refused, told when and by whom, with the row as it is', () => {
  const stale = '2026-11-22T07:59:59.999Z'
  const message = (updated_by?: string) => {
    try {
      refuseStale({ ...row, updated_by }, stale)
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(message()).toMatch(/^This was changed at 22 Nov 2026, 10:00 by somebody else\./)
  expect(message('Aline')).toMatch(/by Aline\./)
  expect(() => refuseStale(row, row.updated_at)).not.toThrow()
  expect(() => refuseStale(row, undefined)).not.toThrow()
})

test('every write makes another version, also within a millisecond or with a clock behind', () => {
  const now = new Date(row.updated_at)
  expect(nextVersion(row.updated_at, now)).toBe('2026-11-22T08:00:00.001Z')
  expect(nextVersion('2026-11-22T09:00:00.000Z', now)).toBe('2026-11-22T09:00:00.001Z')
  expect(nextVersion('2026-11-22T07:00:00.000Z', now)).toBe('2026-11-22T08:00:00.000Z')
})
