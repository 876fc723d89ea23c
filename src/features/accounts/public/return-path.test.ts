import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test('a path of this site is returned to, with its query', () => {
  expect(returnPath('/dashboard/applications?status=PENDING&page=2')).toBe(
    '/dashboard/applications?status=PENDING&page=2',
  )
})

test.each([
  null,
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'dashboard',
])('another address (%s) leads to the dashboard', (to) => expect(returnPath(to)).toBe('/dashboard'))
