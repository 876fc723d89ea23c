import { expect, test } from 'vitest'
import { threadMsOf } from '#testing/event-loop.ts'
import { searchable, wordsOf } from './search.ts'

test.each([
  ['789-923 545', ['789923545']],
  ['(0788) 748303', ['788748303']],
  ['+250 788 748 303', ['788748303']],
  ['00250788748303', ['788748303']],
  ['250788748303', ['788748303']],
  ['+44 20 7946 0958', ['442079460958']],
  ['1 1998 8 0012345 67', ['1199880012345 67'.replace(' ', '')]],
  ['+250 788', ['250', '788']],
  ['+25078', ['25078']],
  ['+250788', ['788']],
  ['0788', ['0788']],
  ['uwase 789-923 545 aline', ['789923545', 'uwase', 'aline']],
  ['12 uwase 34', ['uwase', '12', '34']],
  ['aline.2024-05@example.rw', ['aline.2024-05@example.rw']],
  ['aline aline ali', ['aline']],
  ['aline lin li al', ['aline', 'li', 'al']],
])('the words of %j are %j', (search, words) => {
  expect(wordsOf(search).sort()).toEqual([...words].sort())
})

test('a text of marks alone is searchable in no time', async () => {
  const marks = `a${'\u0301\u0323'.repeat(30_000)}`
  expect(await threadMsOf(() => searchable(marks))).toBeLessThan(300)
})

test('letters with several marks are found without them', () => {
  expect(searchable('Tiê\u0301\u0323ng Noe\u0308l')).toBe('tieng noel')
})
