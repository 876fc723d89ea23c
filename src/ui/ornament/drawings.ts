import { hillOutline, hillTerraces, placeHills } from './hill-shapes.ts'

// What draws ornaments: the browser imports it only for those that the server has not drawn.
export { drawImigongo } from './imigongo-drawing.ts'

/** The size of the hills' viewBox. */
const width = 1920
const height = 240

/** The rows of hills, from far to near: height, distance and colour. */
const rows = [
  { top: 205, step: 190, className: 'text-hill-far' },
  { top: 160, step: 215, className: 'text-hill-mid' },
  { top: 108, step: 195, className: 'text-hill' },
  { top: 52, step: 180, className: 'text-ink [--color-hill-line:oklch(0.985_0.007_85/0.05)]' },
]

/** The content of the <svg>: the sun, and the hills before it. @param id of the hill that all are copies of */
export function hillsMarkup(id: string): string {
  const hill = (transform: string) => `<use href="#${id}" transform="${transform}"/>`
  const drawn = placeHills('imisozi', width, rows).map(({ row: { className }, places }) => {
    const hills = places.map(({ x, rx, ry }) => hill(`translate(${x}) scale(${rx} ${ry})`))
    return `<g transform="translate(0 ${height})" class="${className}">${hills.join('')}</g>`
  })
  return (
    `<defs><g id="${id}"><path d="${hillOutline}" class="fill-current"/>` +
    `<path d="${hillTerraces}" class="fill-hill-line"/></g></defs>` +
    `<g class="text-ochre">${hill(`translate(948 ${height - 45}) scale(160)`)}</g>${drawn.join('')}`
  )
}

/** The hills before a sunrise: position, size and colour. */
const sunriseHills = [
  { x: 60, rx: 190, ry: 150, fill: 'fill-hill-far' },
  { x: 430, rx: 210, ry: 175, fill: 'fill-hill-far' },
  { x: 250, rx: 170, ry: 118, fill: 'fill-hill-mid' },
  { x: 520, rx: 180, ry: 100, fill: 'fill-hill-mid' },
  { x: 20, rx: 180, ry: 92, fill: 'fill-hill' },
  { x: 370, rx: 190, ry: 70, fill: 'fill-ink' },
  { x: 140, rx: 150, ry: 44, fill: 'fill-ink' },
]
const sunriseTerraces =
  'M-.86 0A.86.86 0 0 1 .86 0h-.1A.76.76 0 0 0-.76 0zM-.62 0A.62.62 0 0 1 .62 0h-.1A.52.52 0 0 0-.52 0z'

/** The content of the <svg>: a sky of sand, which has the id, the sun in its rings, and hills. */
export function sunriseMarkup(id: string): string {
  const rings = [118, 142, 166, 190, 214].map((radius, index) => {
    const length = Math.round((radius * Math.PI) / 10) * 20
    const width = Math.round((11 - index * 1.8) * 10) / 10
    const opacity = Math.round((1 - index * 0.17) * 100) / 100
    return `<circle r="${radius}" pathLength="${length}" stroke-dasharray="14 6" stroke-width="${width}" opacity="${opacity}"/>`
  })
  const hills = sunriseHills.map(
    ({ x, rx, ry, fill }) =>
      `<g transform="translate(${x} 480) scale(${rx} ${ry})"><path d="${hillOutline}" class="${fill}"/>` +
      `<path d="${sunriseTerraces}" class="fill-hill-line"/></g>`,
  )
  return (
    `<path id="${id}" d="M0 0h480v480H0z" class="fill-accent-soft"/>` +
    `<g transform="translate(240 211)" class="fill-none stroke-ochre">${rings.join('')}` +
    `<circle r="96" class="fill-ochre stroke-none"/></g>${hills.join('')}`
  )
}
