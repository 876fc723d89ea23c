import { expect, test } from 'vitest'
import type { ArticleFields } from '../../drafts-contract.ts'
import { parseNodes } from './html-tokens.ts'
import { markChanges } from './marked-changes.ts'
import { mergeFields, textOfRegions } from './merge.ts'
import { mergeElements } from './word-merge.ts'

const fieldsWith = (content: string): ArticleFields => ({
  title: '',
  description: '',
  content,
  slug: '',
  category: 'talent',
  tags: [],
  author: '',
  done_at: null,
  banner: '',
})
const mergeTexts = (base: string, mine: string, theirs: string) => {
  const merge = mergeFields(fieldsWith(base), fieldsWith(mine), fieldsWith(theirs))
  return merge.regions ? undefined : merge.fields.content
}

const base = '<p>The cohort begins in May with thirty people from all of Rwanda.</p>'
const link =
  '<p>Please read <a href="/insights/why">our long answer to that</a> before you apply.</p>'

test.each([
  [
    'words in two places of a paragraph',
    [base, base.replace('May', 'June'), base.replace('thirty', 'forty')],
    '<p>The cohort begins in June with forty people from all of Rwanda.</p>',
  ],
  [
    'a sentence at the end, and a word before',
    [base, base.replace('</p>', ' Apply now.</p>'), base.replace('cohort', 'course')],
    '<p>The course begins in May with thirty people from all of Rwanda. Apply now.</p>',
  ],
  [
    'what both have changed in the same way',
    [base, base.replace('May', 'June').replace('all', 'most'), base.replace('May', 'June')],
    '<p>The cohort begins in June with thirty people from most of Rwanda.</p>',
  ],
  [
    'a bold word, and another one',
    [base, base.replace('May', '<strong>May</strong>'), base.replace('people', 'talents')],
    '<p>The cohort begins in <strong>May</strong> with thirty talents from all of Rwanda.</p>',
  ],
  [
    'the two ends of a link',
    [link, link.replace('our', 'the'), link.replace('to that', 'to this')],
    '<p>Please read <a href="/insights/why">the long answer to this</a> before you apply.</p>',
  ],
  [
    'another address of a link, and a word outside of it',
    [link, link.replace('/insights/why', '/insights/how'), link.replace('apply', 'write')],
    '<p>Please read <a href="/insights/how">our long answer to that</a> before you write.</p>',
  ],
  [
    'paragraphs side by side',
    [
      '<p>One here.</p><p>Two here.</p>',
      '<p>One there.</p><p>Two here.</p>',
      '<p>One here.</p><p>Two there.</p>',
    ],
    '<p>One there.</p><p>Two there.</p>',
  ],
  [
    'items of a list, and a new one',
    [
      '<ul><li>Begin early</li><li>Rest</li><li>End on time</li></ul>',
      '<ul><li>Begin very early</li><li>Rest</li><li>End on time</li></ul>',
      '<ul><li>Begin early</li><li>Rest</li><li>End on time</li><li>Eat</li></ul>',
    ],
    '<ul><li>Begin very early</li><li>Rest</li><li>End on time</li><li>Eat</li></ul>',
  ],
  [
    'two cells of a row',
    [
      '<table><tbody><tr><td>One two</td><td>Three four</td></tr></tbody></table>',
      '<table><tbody><tr><td>One six</td><td>Three four</td></tr></tbody></table>',
      '<table><tbody><tr><td>One two</td><td>Nine four</td></tr></tbody></table>',
    ],
    '<table><tbody><tr><td>One six</td><td>Nine four</td></tr></tbody></table>',
  ],
  [
    'a picture in a text, and a word',
    [
      '<p>See <img src="/a.avif" alt="a > b"> and read the rest of it.</p>',
      '<p>See <img src="/b.avif" alt="a > b"> and read the rest of it.</p>',
      '<p>See <img src="/a.avif" alt="a > b"> and read all the rest of it.</p>',
    ],
    '<p>See <img src="/b.avif" alt="a > b"> and read all the rest of it.</p>',
  ],
  [
    'letters of other alphabets and entities',
    [
      '<p>Ngũgĩ &amp; İnci o’clock &nbsp;are here now.</p>',
      '<p>Ngũgĩ &amp; İnci o’clock &nbsp;are here today.</p>',
      '<p>Ngũgĩ &lt; İnci o’clock &nbsp;are here now.</p>',
    ],
    '<p>Ngũgĩ &lt; İnci o’clock &nbsp;are here today.</p>',
  ],
])('%s are merged without a question', (_, [from = '', mine = '', theirs = ''], expected) => {
  expect(mergeTexts(from, mine, theirs)).toBe(expected)
  expect(mergeTexts(from, theirs, mine)).toBe(expected)
})

test.each([
  ['the same word', base, base.replace('May', 'June'), base.replace('May', 'July')],
  [
    'words beside each other',
    base,
    base.replace('thirty', 'forty'),
    base.replace('people', 'talents'),
  ],
  [
    'a word in a phrase that is gone',
    base,
    base.replace(' with thirty people', ''),
    base.replace('thirty', 'forty'),
  ],
  [
    'two words at the same place',
    base,
    base.replace('May', 'May next year'),
    base.replace('May', 'May or June'),
  ],
  [
    'a link that is gone, and a word in it',
    link,
    link.replace(/<\/?a[^>]*>/g, ''),
    link.replace('long', 'short'),
  ],
  ['two addresses of a link', link, link.replace('why', 'how'), link.replace('why', 'who')],
  [
    'a link over words that another has changed',
    base,
    base.replace('thirty people', '<a href="/t">thirty people</a>'),
    base.replace('people', 'talents'),
  ],
  [
    'the level of a heading, and its words',
    '<h2>What we learn here</h2>',
    '<h3>What we learn here</h3>',
    '<h2>What we learnt here</h2>',
  ],
  [
    'a paragraph that was written anew',
    base,
    '<p>We begin later than we thought, in August or so, for all who wait in May.</p>',
    base.replace('thirty', 'forty'),
  ],
  [
    'code',
    '<pre><code>let a = 1 and b = 2</code></pre>',
    '<pre><code>let c = 1 and b = 2</code></pre>',
    '<pre><code>let a = 1 and b = 3</code></pre>',
  ],
  [
    'a column and a row of a table',
    '<table><tbody><tr><td>One</td></tr></tbody></table>',
    '<table><tbody><tr><td>One</td><td>Two</td></tr></tbody></table>',
    '<table><tbody><tr><td>One</td></tr><tr><td>Three</td></tr></tbody></table>',
  ],
  [
    'markup that nobody understands',
    '<p>One <b>two three four</p>',
    '<p>Six <b>two three four</p>',
    '<p>One <b>two three nine</p>',
  ],
])('%s is a choice', (_, from, mine, theirs) => {
  expect(mergeTexts(from, mine, theirs)).toBeUndefined()
  expect(mergeTexts(from, theirs, mine)).toBeUndefined()
})

test('a choice between two words keeps what else both have changed in the paragraph', () => {
  const mine = base.replace('May', 'June').replace('cohort', 'course')
  const theirs = base.replace('May', 'July').replace('all', 'most')
  const { regions = [] } = mergeFields(fieldsWith(base), fieldsWith(mine), fieldsWith(theirs))
  expect(textOfRegions(regions, () => 'mine')).toBe(
    '<p>The course begins in June with thirty people from most of Rwanda.</p>',
  )
  expect(textOfRegions(regions, () => 'theirs')).toBe(
    '<p>The course begins in July with thirty people from most of Rwanda.</p>',
  )
})

/** Random numbers that are the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const vocabulary = ['one', 'two', 'three', 'Kigali', 'o’clock', '&amp;', '<br>', 'é', ',', 'four']
const marks = ['<strong>', '<em>', '<a href="/x">', '<a href="/y" rel="noopener noreferrer">']

type Word = { text: string; mark: string | undefined }
const htmlOf = (words: readonly Word[]) =>
  `<p>${words.map(({ text, mark }) => (mark ? `${mark}${text}</${/\w+/.exec(mark)?.[0]}>` : text)).join(' ')}</p>`

test('what one alone has changed is taken, sides make no difference, and no element stays open', () => {
  const random = createRandom(7)
  const word = (): Word => ({
    text: vocabulary[random(vocabulary.length)] ?? '',
    mark: random(4) === 0 ? marks[random(marks.length)] : undefined,
  })
  const edit = (words: readonly Word[]) => {
    const edited = [...words]
    for (let count = random(4); count > 0; count -= 1) {
      const at = random(edited.length)
      const [removed, added] = [random(3), Array.from({ length: random(3) }, word)]
      edited.splice(at, removed, ...added)
    }
    return edited
  }
  let merges = 0
  for (let round = 0; round < 3_000; round += 1) {
    const words = Array.from({ length: 4 + random(20) }, word)
    const [from, one, other] = [htmlOf(words), htmlOf(edit(words)), htmlOf(edit(words))]
    expect(mergeElements(from, one, from)).toBe(one)
    expect(mergeElements(from, from, one)).toBe(one)
    expect(mergeElements(from, one, one)).toBe(one)
    const merged = mergeElements(from, one, other)
    expect(mergeElements(from, other, one)).toBe(merged)
    const [mine, theirs] = (['mine', 'theirs'] as const).map((side) =>
      mergeElements(from, one, other, side),
    )
    if (merged !== undefined) {
      merges += 1
      expect([mine, theirs]).toEqual([merged, merged])
    }
    for (const html of [merged, mine, theirs, markChanges([from], [one])]) {
      if (html !== undefined) expect(parseNodes(html), html).toBeDefined()
    }
    // Whole texts, too.
    const text = mergeTexts(from + base, one + base, from + base)
    expect(text).toBe(one + base)
  }
  expect(merges).toBeGreaterThan(300)
})

test('the words that were added and removed are marked within their formats', () => {
  const changed = link.replace('long', 'short').replace('before', '<strong>before</strong>')
  expect(markChanges([link], [changed])).toBe(
    '<p>Please read <a href="/insights/why">our </a><del class="bg-error-soft text-error"><a href="/insights/why">long</a></del><ins class="bg-success-soft text-success"><a href="/insights/why">short</a></ins><a href="/insights/why"> answer to that</a> <del class="bg-error-soft text-error">before</del><ins class="bg-success-soft text-success"><strong>before</strong></ins> you apply.</p>',
  )
  expect(markChanges([base], ['<p>Nothing of it.</p>'])).toMatch(/^<del .*<\/del><ins .*<\/ins>$/)
})
