import { readFileSync } from 'node:fs'
import { palette } from '#shared/palette.ts'
import { hillOutline, hillTerraces, placeHills } from '#ui/ornament/hill-shapes.ts'
import { imigongo } from '#ui/ornament/imigongo.ts'

type Area = { x: number; y: number; width: number; height: number }

/** Fills an area with the Imigongo pattern of a seed, centred, with whole bands. */
export function imigongoArea(seed: string, bands: number, unitMax: number, area: Area) {
  const { x, y, width, height } = area
  const pattern = imigongo(seed, { bands })
  const unit = height / (pattern.height * Math.ceil(height / (pattern.height * unitMax)))
  const shapes = pattern.shapes.map(({ tone, d, line }) =>
    line
      ? `<path d="${d}" fill="none" stroke="${palette[tone]}" stroke-width="${line}"/>`
      : `<path d="${d}" fill="${palette[tone]}" fill-rule="evenodd"/>`,
  )
  const [tileWidth, tileHeight] = [pattern.width * unit, pattern.height * unit]
  const first = width / 2 - Math.ceil(width / 2 / tileWidth) * tileWidth
  const tiles: string[] = []
  for (let left = first; left < width - 0.5; left += tileWidth) {
    for (let top = 0; top < height - 0.5; top += tileHeight) {
      tiles.push(`<use href="#tile" transform="translate(${x + left} ${y + top}) scale(${unit})"/>`)
    }
  }
  const box = `<path d="M${x} ${y}h${width}v${height}h${-width}z" fill="${palette[pattern.ground]}"/>`
  return `<defs><g id="tile">${shapes.join('')}</g><clipPath id="area">${box}</clipPath></defs>${box}<g clip-path="url(#area)">${tiles.join('')}</g>`
}

/** From the farthest to the nearest hills. */
const rows = [
  { top: 176, step: 138, color: palette['hill-far'] },
  { top: 138, step: 156, color: palette['hill-mid'] },
  { top: 94, step: 142, color: palette.hill },
  { top: 48, step: 130, color: palette.ink },
]

/** The hills of the page footer, with the sun behind them. */
export function hillsAlong(seed: string, width: number, foot: number) {
  const hill = (x: number, y: number, rx: number, ry: number, color: string) =>
    `<g transform="translate(${x} ${y}) scale(${rx} ${ry})"><path d="${hillOutline}" fill="${color}"/><path d="${hillTerraces}" fill="${palette.paper}" fill-opacity=".16"/></g>`
  return [
    hill(width * 0.8, foot - 56, 176, 176, palette.ochre),
    ...placeHills(seed, width, rows).flatMap(({ row, places }) =>
      places.map(({ x, rx, ry }) => hill(x, foot, rx, ry, row.color)),
    ),
  ].join('')
}

const worldFile = new URL('../../pages/public/home/world-map.svg', import.meta.url)

/** The home page's world map with arcs from Kigali, faded out towards the text. */
export function worldMap(area: Area) {
  const { x, y, width, height } = area
  const world = readFileSync(worldFile, 'utf8').replace(
    /<\/?svg[^>]*>|<title>.*<\/title>|<text[^>]*>.*<\/text>/g,
    '',
  )
  const colors = `#land{color:${palette.map}}#africa{color:${palette.ochre}}#arcs,#cities{color:${palette.primary}}#kigali{color:${palette.ink}}`
  const fade = `<linearGradient id="fade"><stop offset=".05" stop-color="#fff" stop-opacity="0"/><stop offset=".42" stop-color="#fff"/></linearGradient>`
  return `<style>${colors}</style><defs>${fade}<mask id="faded" maskUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}"><path d="M${x} ${y}h${width}v${height}h${-width}z" fill="url(#fade)"/></mask></defs><g mask="url(#faded)"><g transform="translate(${x} ${y}) scale(${width / 1000})">${world}</g></g>`
}

/** The logo's mark in a square of that size. */
export const logoMark = (x: number, y: number, size: number, color: string) =>
  `<path transform="translate(${x} ${y}) scale(${size / 8})" d="M0 7.5V0h6v4H2v4h6V.5" fill="none" stroke="${color}" stroke-width="1.2"/>`

/** Separates two facts. */
export const diamondMark = (x: number, y: number, radius: number, color: string) =>
  `<path d="M${x} ${y - radius}l${radius} ${radius}-${radius} ${radius}-${radius}-${radius}z" fill="${color}"/>`
