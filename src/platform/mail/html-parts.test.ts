import { expect, test } from 'vitest'
import { escapeHtml } from '../text/escape-html.ts'
import { checkEmailHtml } from '../text/html.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-parts.ts'
import { partsOfHtml } from './html-parts.ts'

const siteUrl = 'https://huza.example'

function partsOf(typed: string) {
  const checked = checkEmailHtml(typed)
  if ('problem' in checked) throw new Error(checked.problem)
  return partsOfHtml(checked.html, siteUrl)
}

test('each format becomes a part, in its order', () => {
  expect(
    partsOf(
      '<h2>Spring</h2><p>Plain  words<br>below</p><p><strong>Bold <em>and</em></strong> <a href="/events">ours</a></p><ul><li>One<ol start="3"><li>Within</li></ol></li></ul><blockquote><p>Said</p></blockquote><hr>',
    ),
  ).toEqual([
    { heading: [{ text: 'Spring' }], level: 2 },
    'Plain words\nbelow',
    {
      runs: [
        { text: 'Bold ', isBold: true },
        { text: 'and', isBold: true, isItalic: true },
        { text: ' ' },
        { text: 'ours', url: 'https://huza.example/events' },
      ],
    },
    { items: [['One', { items: [['Within']], start: 3 }]] },
    { quoted: ['Said'] },
    { isRule: true },
  ])
})

test('as plain text lists are indented, quotes marked and links written out', () => {
  const text = emailText(
    partsOf(
      '<h3>Dates</h3><ol><li>See <a href="https://a.example/?x=1&amp;y=2">the <strong>list</strong></a><ul><li>soon</li></ul></li><li>Go</li></ol><blockquote><p>A</p><p>B</p></blockquote><p><a href="https://a.example">https://a.example</a></p>',
    ),
  )
  expect(text).toBe(
    [
      'Dates\n-----',
      '1. See the list (https://a.example/?x=1&y=2)\n   - soon\n2. Go',
      '> A\n>\n> B',
      'https://a.example',
    ].join('\n\n'),
  )
})

test('as HTML every word is escaped, and only a link is one', () => {
  const html = emailHtml(
    'Hi',
    partsOf(
      '<p>&lt;b&gt; &amp;amp; <a href="https://a.example/&quot;onclick=&quot;x">"quoted"</a> <a href="javascript:alert(1)">no</a> <a href="#top">nor this</a></p><h4>Small</h4>',
    ),
  )
  expect(html).toContain('&lt;b&gt; &amp;amp; ')
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).not.toMatch(/"onclick|javascript:/)
  expect(html).toMatch(/<h4 [^>]*>Small<\/h4>/)
})

test('what is empty leaves no part', () => {
  expect(partsOf('<p></p><p> <br> </p><h2></h2><ul></ul><blockquote></blockquote>')).toEqual([])
})

test('quotes within quotes, as answers to answers have, are read once each', () => {
  const deep = 19
  const parts = partsOf(`${'<blockquote>'.repeat(deep)}<p>Said</p>${'</blockquote>'.repeat(deep)}`)
  expect(emailText(parts)).toBe(`${'> '.repeat(deep)}Said`)
})

test('what is escaped for HTML is read as it was typed', () => {
  const typed = "It's <Kigali>"
  expect(partsOfHtml(`<p>${escapeHtml(typed)}</p>`, siteUrl)).toEqual([typed])
})

test.each(['x', '', '1.5', 'Infinity', '99999999999999999999'])(
  'a list that begins with "%s" begins with 1',
  (start) => {
    const parts = partsOf(`<ol start="${start}"><li>One</li><li>Two</li></ol>`)
    expect(parts).toEqual([{ items: [['One'], ['Two']], start: 1 }])
    expect(emailText(parts)).toBe('1. One\n2. Two')
  },
)
