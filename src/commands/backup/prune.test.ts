import { expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { backupNameOf } from './backup-name.ts'
import { backupsToKeep } from './prune.ts'

const end = new Date('2026-11-23T06:00:00Z')

/** Backups every so many hours, the oldest first. */
const every = (hours: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    backupNameOf(new Date(end.getTime() - (count - 1 - index) * hours * hourMs)),
  )

test('of two years of nightly backups 7 days, 4 weeks and 12 months stay', () => {
  const kept = [...backupsToKeep(every(24, 730), end)].sort()
  const days = kept.map((name) => name.slice(0, 8))
  expect(days).toEqual([
    '20251231',
    '20260131',
    '20260228',
    '20260331',
    '20260430',
    '20260531',
    '20260630',
    '20260731',
    '20260831',
    '20260930',
    '20261031',
    '20261108',
    '20261115',
    '20261117',
    '20261118',
    '20261119',
    '20261120',
    '20261121',
    '20261122',
    '20261123',
  ])
})

test('all backups of the last 24 hours stay, and of days before the last one in Kigali', () => {
  const kept = [...backupsToKeep(every(6, 9), end)].sort()
  expect(kept).toEqual([
    // At 18:00 it is 20:00 in Kigali, the last backup of that day.
    '20261121T180000Z',
    '20261122T120000Z',
    '20261122T180000Z',
    '20261123T000000Z',
    '20261123T060000Z',
  ])
})

test('the only backup stays however old it is', () => {
  expect([...backupsToKeep(['20200101T000000Z'], end)]).toEqual(['20200101T000000Z'])
})

test('a backup of later than now stays, and takes the place of no other', () => {
  const names = every(24, 30)
  const kept = backupsToKeep(names, end)
  expect(backupsToKeep([...names, '20300101T000000Z'], end)).toEqual(kept.add('20300101T000000Z'))
})
