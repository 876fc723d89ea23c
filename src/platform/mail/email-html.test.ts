import { expect, test } from 'vitest'
import { emailHtml } from './email-html.ts'
import { type EmailPart, emailText } from './email-parts.ts'

const url = 'https://huza.example/interview?token=1.a&from=mail'
const parts: EmailPart[] = [
  'Dear Noëlla,',
  'the first line\nand the second.',
  {
    facts: [
      { label: 'Place', value: 'Room 2' },
      { label: 'Join here', url },
    ],
  },
  { text: 'Please choose a time:', label: 'Choose a time', url, isMain: true },
  { text: 'Or leave the list:', label: 'Unsubscribe', url },
]

test('the text has everything in order, with the address of each link', () => {
  expect(emailText(parts)).toBe(
    [
      'Dear Noëlla,',
      'the first line\nand the second.',
      `Place: Room 2\nJoin here: ${url}`,
      `Please choose a time:\n${url}`,
      `Or leave the list:\n${url}`,
    ].join('\n\n'),
  )
})

test('the HTML says the same, with the links on buttons and labels', () => {
  const html = emailHtml('Your interview', parts)
  const shown = html.replace(/<style>.*<\/style>/, '').replace(/<[^>]+>/g, ' ')
  for (const text of ['Dear Noëlla,', 'and the second.', 'Place', 'Room 2', 'Choose a time']) {
    expect(shown).toContain(text)
  }
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
  expect(links).toEqual(Array(3).fill(url.replace('&', '&amp;')))
})

test.each([
  '<a href="https://evil.example">Your account</a>',
  '"><img src=x onerror=alert(1)>',
  'https://evil.example/login',
  'evil.example/login',
  'aline@evil.example',
])('the typed text %j becomes neither markup nor a link', (typed) => {
  const html = emailHtml('Re: hello', [
    { text: 'You wrote:', quote: typed },
    { facts: [{ label: 'From', value: typed }] },
  ])
  expect(html).not.toMatch(/<a |<img/)
  expect(html).not.toMatch(/evil\.example|https:\/\/e/)
  expect(emailHtml(typed, [typed])).not.toMatch(/<a |<img/)
})

test('an email loads nothing, is small, and has colours for the dark scheme', () => {
  const html = emailHtml('Your interview', parts)
  expect(html).not.toMatch(/<(?:img|link|script)|url\(|@import/)
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(Buffer.byteLength(html)).toBeLessThan(16_000)
})

test('Outlook on Windows gets a page of a width, and room around the words of a button', () => {
  const html = emailHtml('Your interview', parts)
  const inOutlook = html.replace(/<!--\[if mso\]>(.*?)<!\[endif\]-->/g, '$1')
  expect(inOutlook).toMatch(/<td class="page"[^>]*><table role="presentation" width="560"[^>]*>/)
  expect(inOutlook.match(/<table/g)).toHaveLength(inOutlook.match(/<\/table>/g)?.length ?? 0)
  expect(inOutlook).toMatch(/<td class="button"[^>]*mso-padding-alt:13px 24px/)
  // It knows no margin of tables.
  expect(inOutlook).not.toMatch(/<table[^>]*margin/)
})

test('what somebody typed runs in the direction of its own letters', () => {
  const name = 'ليلى العمراني'
  const html = emailHtml('Re', [
    { text: 'You wrote:', quote: `${name}!` },
    { facts: [{ label: 'From', value: name }] },
  ])
  expect(html).toMatch(new RegExp(`<td [^>]*><span dir="auto">${name}</span></td>`))
  expect(html).toMatch(new RegExp(`<p [^>]*dir="auto"[^>]*>${name}!</p>`))
})
