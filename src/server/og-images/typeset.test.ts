import { expect, test } from 'vitest'
import { pageCards, type ShareCard } from '#layout/share-card.ts'
import { drawCard } from './drawing.ts'
import { fitText, outlines, readable, widthOf } from './typeset.ts'

const face = { weight: 'bold', tracking: 0 } as const
const box = { width: 660, height: 320, sizes: [92, 76, 60, 44], leading: 1.12 }
const textOf = (lines: { text: string }[]) => lines.map(({ text }) => text)
const widest = ({ size, lines }: ReturnType<typeof fitText>) =>
  Math.max(...lines.map(({ text }) => widthOf(text, size, face)))

test('a short title is large, and a long one is small enough to fit completely', () => {
  const short = fitText(['Why'], face, box)
  expect(short).toEqual({ size: 92, lines: [{ text: 'Why', paragraph: 0 }] })
  const title = 'What we learned when two hundred people applied for five places in a single night'
  const long = fitText([title], face, box)
  expect(long.size).toBeLessThan(92)
  expect(textOf(long.lines).join(' ')).toBe(title)
  expect(widest(long)).toBeLessThanOrEqual(box.width)
  expect(long.lines.length * long.size * box.leading).toBeLessThanOrEqual(box.height)
})

test('lines are balanced: no word stands alone on the last line without need', () => {
  const { lines } = fitText(['What outsourcing costs, line by line'], face, box)
  expect(textOf(lines)).toEqual(['What outsourcing', 'costs, line by line'])
})

test('a title that is too long for the smallest size ends in an ellipsis within its box', () => {
  const set = fitText(['It goes on and on, '.repeat(20)], face, box)
  expect(set.size).toBe(44)
  expect(set.lines.at(-1)?.text).toMatch(/[a-z]\.\.\.$/)
  expect(widest(set)).toBeLessThanOrEqual(box.width)
  expect(set.lines.length * set.size * box.leading).toBeLessThanOrEqual(box.height)
})

test('a word that is wider than the box is broken with hyphens, and loses no letter', () => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter'
  const set = fitText([word], face, box)
  expect(widest(set)).toBeLessThanOrEqual(box.width)
  expect(textOf(set.lines).join('').replaceAll('-', '')).toBe(word)
  expect(set.lines.length).toBeGreaterThan(1)
})

test('text is reduced to the characters of the font', () => {
  expect(readable(`It's the team's "first" one`)).toBe('It’s the team’s “first” one')
  expect(readable("Ubumenyi n'umurimo mu Rwanda: icyongereza")).toBe(
    'Ubumenyi n’umurimo mu Rwanda: icyongereza',
  )
  expect(readable('São Paulo, Zürich, Łódź')).toBe('São Paulo, Zürich, Łódź')
  expect(readable('A launch 🚀👩🏾‍💻, at last')).toBe('A launch, at last')
  expect(readable('中文 and Kigali…')).toBe('and Kigali...')
  expect(readable('a\u0000b\n\tc')).toBe('ab c')
  expect(readable('ﬁve ǎ')).toBe('five a')
  expect(readable('🎉')).toBe('')
})

test('outlines contain no invalid number', () => {
  const d = outlines('Kigali’s “Łódź” – 10%', 60, face, 72, 100)
  expect(d).toMatch(/^[MLQCZ\d .,-]+$/)
  expect(d.length).toBeGreaterThan(500)
})

test('every card consists of shapes only, whatever its text', () => {
  const odd: ShareCard = {
    path: '/insights/odd',
    look: 'banner',
    kicker: '<script>',
    title: '</svg><image href="file:///etc/passwd"/> & 🎉',
    facts: ['', '中文', 'A'.repeat(120)],
    seed: '"><x',
  }
  const nothing: ShareCard = { ...odd, title: '🎉', kicker: '', facts: [] }
  for (const card of [...pageCards, odd, nothing]) {
    const svg = drawCard(card)
    expect(svg, card.path).not.toMatch(/NaN|undefined|Infinity|<text|<image|<script|file:/)
    const tags = [...svg.matchAll(/<\/?([A-Za-z]+)/g)].map(([, name = '']) => name)
    expect(
      tags.filter((name) => !shapes.includes(name)),
      card.path,
    ).toEqual([])
  }
})

const shapes = 'svg path g use defs clipPath style mask linearGradient stop'.split(' ')
