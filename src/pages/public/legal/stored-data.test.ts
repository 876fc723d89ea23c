import { expect, test } from 'vitest'
import { keepsAll } from '#shared/retention.ts'
import { howLongOf, storedData } from './stored-data.ts'

test('every section that a form links to exists', () => {
  const ids = storedData.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const section of [
    'talents',
    'applications',
    'events',
    'contact',
    'newsletter',
    'comments',
    'testimonials',
  ])
    expect(ids).toContain(section)
})

test('the privacy page says what is set, and otherwise that nothing goes by itself', () => {
  const talents = storedData.find(({ id }) => id === 'talents')
  if (!talents) throw new Error('The page has no talents')
  expect(howLongOf(talents, keepsAll)).toContain('No date is set on which it goes by itself.')
  expect(howLongOf(talents, { ...keepsAll, talents: '730' })).toContain(
    'By itself it goes two years after the last change to your registration.',
  )
})
