import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { geoContains, geoNaturalEarth1 } from 'd3-geo'
import { feature } from 'topojson-client'

// Draws the world map of the home page: `node tools/artwork/world-map.ts`. Commit the resulting file. The land is a
// grid of diamonds, in the style of Imigongo. The page sets the colours of the parts by their ids.

const file = join(import.meta.dirname, '../../src/pages/public/home/world-map.svg')

/** The size of the drawing; world-map.tsx has the same view box. */
const width = 1000
const height = 470
/** The distance between diamonds, along the diagonal. */
const step = 6.8

/** `gap` is the distance of the name, greater where it would stand on land. */
type Place = {
  name: string
  at: [longitude: number, latitude: number]
  label: 'start' | 'end'
  gap?: number
}

const kigali: [number, number] = [30.06, -1.94]
const employers: Place[] = [
  { name: 'New York', at: [-74, 40.7], label: 'start' },
  { name: 'São Paulo', at: [-46.6, -23.5], label: 'start' },
  { name: 'London', at: [-0.1, 51.5], label: 'end' },
  { name: 'Berlin', at: [13.4, 52.5], label: 'start' },
  { name: 'Dubai', at: [55.3, 25.2], label: 'start' },
  { name: 'Johannesburg', at: [28, -26.2], label: 'start', gap: 24 },
  { name: 'Singapore', at: [103.8, 1.35], label: 'start' },
  { name: 'Tokyo', at: [139.7, 35.7], label: 'start' },
  { name: 'Sydney', at: [151.2, -33.9], label: 'start' },
]

/** A polygon around Africa, through the seas. */
const aroundAfrica: [number, number][] = [
  [-20, 38],
  [11.4, 38],
  [12.5, 34],
  [32.4, 32],
  [32.6, 29.5],
  [43.4, 12.4],
  [53, 13],
  [53, -36],
  [-20, -36],
]

const projection = geoNaturalEarth1()
  .rotate([-11, 0])
  .fitExtent(
    [
      [8, 12],
      [width - 8, height - 12],
    ],
    // The polar regions have no employers, and would take a third of the height.
    { type: 'MultiPoint', coordinates: [...edgeOf(-55), ...edgeOf(76)] },
  )

function edgeOf(latitude: number): [number, number][] {
  return Array.from({ length: 73 }, (_, index) => [-168 + index * 5 - 0.9, latitude])
}

type Land = { features: { geometry: { coordinates: [number, number][][][] } }[] }

const topology = JSON.parse(
  await readFile(fileURLToPath(import.meta.resolve('world-atlas/land-50m.json')), 'utf8'),
)
const land = feature(topology, topology.objects.land) as unknown as Land
// The bounding boxes avoid most point-in-polygon tests.
const pieces = land.features
  .flatMap(({ geometry }) => geometry.coordinates)
  .map((coordinates) => {
    const shape = { type: 'Polygon' as const, coordinates }
    const flat = coordinates[0] ?? []
    const longitudes = flat.map(([longitude = 0]) => longitude)
    const latitudes = flat.map(([, latitude = 0]) => latitude)
    return {
      shape,
      west: Math.min(...longitudes),
      east: Math.max(...longitudes),
      south: Math.min(...latitudes),
      north: Math.max(...latitudes),
    }
  })

function isLand([x, y]: [number, number]) {
  return pieces.some(
    ({ shape, west, east, south, north }) =>
      x >= west && x <= east && y >= south && y <= north && geoContains(shape, [x, y]),
  )
}

function isAfrica([x, y]: [number, number]) {
  let inside = false
  for (const [index, [x1, y1]] of aroundAfrica.entries()) {
    const [x2, y2] = aroundAfrica.at(index - 1) ?? [x1, y1]
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
  }
  return inside
}

const short = (value: number) => String(Math.round(value * 10) / 10)

type Region = 'land' | 'africa'

/** The region at a grid point. The grid is rotated by 45°: u runs to the lower right, v to the lower left. */
function regionAt(u: number, v: number): Region | null {
  const x = ((u - v) * step) / Math.SQRT2
  const y = ((u + v) * step) / Math.SQRT2
  if (x < 0 || x > width || y < 0 || y > height) return null
  const place = projection.invert?.([x, y])
  if (!place || place[1] > 78 || place[1] < -56 || !isLand(place)) return null
  return isAfrica(place) ? 'africa' : 'land'
}

/** Draws each run of adjacent diamonds as one dashed line, to save bytes. */
function weave() {
  const runs: Record<Region, string> = { land: '', africa: '' }
  const last = Math.ceil(((width + height) / step) * Math.SQRT1_2)
  const pen = { land: [0, 0], africa: [0, 0] }
  let diamonds = 0
  for (let v = -last; v <= last; v++) {
    let start = 0
    let current: Region | null = null
    for (let u = 0; u <= last + 1; u++) {
      const region = regionAt(u, v)
      if (region) diamonds++
      if (region === current) continue
      if (current) {
        const [fromU = 0, fromV = 0] = pen[current]
        // Slightly longer, so that the last diamond is drawn as well.
        const length = u - 1 - start
        runs[current] +=
          `m${short(start - fromU)} ${v - fromV}h${length === 0 ? '.1' : `${length}.1`}`
        pen[current] = [start + length + 0.1, v]
      }
      start = u
      current = region
    }
  }
  console.log(diamonds, 'diamonds')
  return runs
}

const place = (at: [number, number]) => projection(at) ?? [0, 0]

/** An arc from Kigali, which rises with the distance. */
function arcTo(at: [number, number]) {
  const [x1, y1] = place(kigali)
  const [x2, y2] = place(at)
  const rise = Math.hypot(x2 - x1, y2 - y1) * 0.28
  const bend = Math.abs(x2 - x1) < 60 ? Math.sign(x2 - x1 || 1) * rise * 0.5 : 0
  const [middleX, middleY] = [(x1 + x2) / 2 + bend, (y1 + y2) / 2 - (bend ? 0 : rise)]
  return `<path pathLength="1" d="M${short(x1)} ${short(y1)}Q${short(middleX)} ${short(middleY)} ${short(x2)} ${short(y2)}"/>`
}

function diamond([x, y]: [number, number], radius: number) {
  return `M${short(x)} ${short(y - radius)}l${radius} ${radius}-${radius} ${radius}-${radius}-${radius}z`
}

function nameOf({ name, at, label, gap = 9 }: Place) {
  const [x, y] = place(at)
  return `<text x="${short(x + (label === 'start' ? gap : -gap))}" y="${short(y + 4)}"${label === 'end' ? ' text-anchor="end"' : ''}>${name}</text>`
}

const { land: restOfLand, africa } = weave()
const turned = `transform="rotate(45)scale(${step})" stroke-linecap="square" stroke-width=".56" stroke-dasharray="0 1" fill="none"`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<!-- Made by tools/artwork/world-map.ts from Natural Earth's land, which is in the public domain. -->
<title>The world</title>
<path id="land" ${turned} stroke="currentColor" d="${restOfLand}"/>
<path id="africa" ${turned} stroke="currentColor" d="${africa}"/>
<g id="arcs" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round">
${employers.map(({ at }) => arcTo(at)).join('\n')}
</g>
<path id="cities" fill="currentColor" d="${employers.map(({ at }) => diamond(place(at), 4)).join('')}"/>
<g id="names" fill="currentColor" paint-order="stroke" font-size="12" font-weight="600">
${employers.map(nameOf).join('\n')}
</g>
<text id="home-name" fill="currentColor" paint-order="stroke" font-size="15" font-weight="800" x="${short(place(kigali)[0] + 14)}" y="${short(place(kigali)[1] + 5)}">Kigali</text>
</svg>
`
await writeFile(file, svg)
console.log(
  place(kigali).map(short).join(' '),
  'is Kigali;',
  svg.length,
  'bytes,',
  brotliCompressSync(svg).length,
  'by brotli',
)
