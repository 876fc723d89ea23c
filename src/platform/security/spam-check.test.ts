import { expect, test } from 'vitest'
import { threadMsOf } from '#testing/event-loop.ts'
import { digestOfText } from './spam-check.ts'

test('a text is the same whatever its case, spaces and punctuation, and another one is not', () => {
  expect(digestOfText(' WE tried\nthis, in Huye!')).toBe(digestOfText('We tried this in Huye'))
  expect(digestOfText('We tried that in Huye')).not.toBe(digestOfText('We tried this in Huye'))
})

test('the checksum of a text of marks alone takes no time', async () => {
  const marks = `a${'\u0316\u0301'.repeat(30_000)}`
  expect(await threadMsOf(() => digestOfText(marks))).toBeLessThan(300)
})
