import { ogImageSize, type ShareCard } from '#layout/share-card.ts'
import { company } from '#shared/company.ts'
import { palette } from '#shared/palette.ts'
import { cutText } from './lines.ts'
import { diamondMark, hillsAlong, imigongoArea, logoMark, worldMap } from './ornaments.ts'
import { type Face, fitText, outlines, readable, widthOf } from './typeset.ts'

const { width, height } = ogImageSize
const margin = 72

const heading: Face = { weight: 'bold', tracking: -0.028 }
const label: Face = { weight: 'bold', tracking: 0.09 }
const plain: Face = { weight: 'medium', tracking: 0 }

type Look = {
  background: string
  text: string
  quiet: string
  accent: string
  /** The maximum width of the text. */
  measure: number
  /** The y of the text's last base line, above the ornament. */
  foot: number
  sizes: readonly number[]
  ornament(seed: string): string
}

const light = { text: palette.ink, quiet: palette.muted, accent: palette.accent }
const dark = { text: palette.paper, quiet: '#c9bfae', accent: '#e6946f' }
const panel = { x: 816, y: 0, width: width - 816, height }
const ridge = 12

/** The Imigongo panel on the right, with the ridge along its left edge. */
const panelOf = (seed: string, ridgeColor: string) =>
  `${imigongoArea(seed, 3, 6.5, panel)}<path d="M${panel.x - ridge} 0h${ridge}v${height}h${-ridge}z" fill="${ridgeColor}"/>`

const looks: Record<ShareCard['look'], Look> = {
  world: {
    ...light,
    background: palette.sand,
    measure: 660,
    foot: 528,
    sizes: [104, 96, 88, 80, 72],
    ornament: (seed) => worldMap({ x: 316, y: 74, width: 930, height: 440 }) + edge(seed),
  },
  hills: {
    ...light,
    background: palette.paper,
    measure: 960,
    foot: 440,
    sizes: [88, 82, 76, 70, 64, 58, 52],
    ornament: (seed) => hillsAlong(seed, width, height),
  },
  weave: {
    ...dark,
    background: palette['hill-deep'],
    measure: panel.x - ridge - 2 * margin,
    foot: height - margin,
    sizes: [92, 84, 76, 72, 68, 64, 60, 56, 52, 48, 44],
    ornament: (seed) => panelOf(seed, palette.ochre),
  },
  banner: {
    ...light,
    background: palette.paper,
    measure: panel.x - ridge - 2 * margin,
    foot: height - margin,
    sizes: [92, 84, 76, 72, 68, 64, 60, 56, 52, 48, 44],
    ornament: (seed) => panelOf(seed, palette.ink),
  },
}

/** The Imigongo strip along the bottom, as below every page's header. */
const edge = (seed: string) => imigongoArea(seed, 1, 8, { x: 0, y: height - 44, width, height: 44 })

const leading = 1.12
const kickerSize = 23
const factSize = 27
const factLeading = 38

/** Draws a card as SVG. Text is drawn as outlines, so that it doesn't depend on installed fonts. */
export function drawCard(card: ShareCard): string {
  const look = looks[card.look]
  const parts = [
    `<path d="M0 0h${width}v${height}H0z" fill="${look.background}"/>`,
    look.ornament(card.seed),
    logo(look),
    textBlock(card, look),
  ]
  return svgOf(parts.join(''))
}

/** Draws what lies over a card's photo, as SVG. */
export const drawEdge = ({ seed }: ShareCard) => svgOf(edge(seed))

const svgOf = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`

const pathOf = (d: string, color: string) => `<path d="${d}" fill="${color}"/>`

function logo({ accent, text }: Look) {
  const name = outlines(company.name, 50, { weight: 'bold', tracking: -0.045 }, margin + 62, 106)
  return logoMark(margin + 3, 66, 42, accent) + pathOf(name, text)
}

/** Places the facts at the foot, and the title above them as large as the space below the logo allows. */
function textBlock(card: ShareCard, look: Look) {
  const facts = factRows(card.facts.map(readable).filter(Boolean), look)
  const kicker = readable(card.kicker).toUpperCase()
  const factsHeight = facts.length > 0 ? facts.length * factLeading + 20 : 0
  const kickerHeight = kicker ? kickerSize + 22 : 0
  const paragraphs = [card.title, card.accent ?? ''].map(readable).filter(Boolean)
  const { size, lines } = fitText(paragraphs, heading, {
    width: look.measure,
    height: look.foot - 150 - factsHeight - kickerHeight,
    sizes: look.sizes,
    leading,
  })
  const last = look.foot - factsHeight - size * 0.2
  const first = last - (lines.length - 1) * size * leading
  const title = lines.map(({ text, paragraph }, index) =>
    pathOf(
      outlines(text, size, heading, margin, first + index * size * leading),
      paragraph === 0 ? look.text : look.accent,
    ),
  )
  const kickerBase = first - size * 0.745 - 24
  return [
    pathOf(outlines(kicker, kickerSize, label, margin, kickerBase), look.accent),
    ...title,
    ...facts.map((row, index) =>
      factRow(row, look.foot - (facts.length - 1 - index) * factLeading, look),
    ),
  ].join('')
}

const factGap = 38
const widthOfFact = (fact: string) => widthOf(fact, factSize, plain)

/** Wraps the facts into rows. */
function factRows(facts: readonly string[], { measure }: Look): string[][] {
  const rows: string[][] = []
  let rowWidth = 0
  for (const fact of facts) {
    const shown = cutText(fact, measure, widthOfFact)
    const added = rowWidth + factGap + widthOfFact(shown)
    if (rowWidth > 0 && added <= measure) {
      rows.at(-1)?.push(shown)
      rowWidth = added
    } else {
      rows.push([shown])
      rowWidth = widthOfFact(shown)
    }
  }
  return rows
}

function factRow(facts: readonly string[], base: number, { quiet, accent }: Look) {
  let x = margin
  let row = ''
  for (const fact of facts) {
    if (x > margin) row += diamondMark(x - factGap / 2, base - 9, 5, accent)
    row += pathOf(outlines(fact, factSize, plain, x, base), quiet)
    x += widthOfFact(fact) + factGap
  }
  return row
}
