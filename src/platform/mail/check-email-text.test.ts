import { expect, test } from 'vitest'
import { checkEmailText } from './check-email-text.ts'

const tooLarge = {
  problem: expect.stringMatching(/^The email would have \d+ kB, of at most 40\. /),
}
const inside = (tag: string, count: number, text: string) =>
  `<${tag}>`.repeat(count) + text + `</${tag}>`.repeat(count)

test('a text that fits is sanitized', () => {
  expect(checkEmailText('<p onclick="x">Muraho <b>you</b></p><img src="/a.png">')).toEqual({
    html: '<p>Muraho <strong>you</strong></p>',
    isEmpty: false,
  })
})

test.each([
  ['elements that take far more in an email', '<hr>'.repeat(2_000)],
  ['lines that are marked in plain text', inside('blockquote', 15, 'a<br>'.repeat(1_800))],
])('%s are refused before anybody waits for the email', (_, text) => {
  expect(text.length).toBeLessThan(10_000)
  expect(checkEmailText(text)).toEqual(tooLarge)
})

test('lists in lists have an end', () => {
  expect(checkEmailText(inside('ul', 15, '<li>a</li>'))).toMatchObject({ isEmpty: false })
  expect(checkEmailText(inside('ul', 30, '<li>a</li>'))).toEqual({
    problem: expect.stringContaining('at most 20 deep'),
  })
})
