import { randomFrom } from './random.ts'

/** A hill of width 2 and height 1 on the line y = 0, and its terraces. */
export const hillOutline = 'M-1 0A1 1 0 0 1 1 0z'
export const hillTerraces =
  'M-.86 0A.86.86 0 0 1 .86 0h-.1A.76.76 0 0 0-.76 0zM-.62 0A.62.62 0 0 1 .62 0h-.1A.52.52 0 0 0-.52 0zM-.38 0A.38.38 0 0 1 .38 0h-.1A.28.28 0 0 0-.28 0z'

/** `top` is the height of the highest hills of a row, `step` the distance between hills. */
export type HillRow = { top: number; step: number }

/** In steps of ten, as each digit weighs on every page. */
const rounded = (value: number) => Math.round(value / 10) * 10

/** Places the rows along the width. The same seed gives the same hills, on the server and in the browser. */
export function placeHills<Row extends HillRow>(seed: string, width: number, rows: readonly Row[]) {
  const random = randomFrom(seed)
  return rows.map((row) => {
    const { top, step } = row
    const places = Array.from({ length: Math.ceil(width / step) + 2 }, (_, index) => {
      const ry = rounded(top * (0.72 + random.next() * 0.28))
      const rx = rounded(Math.max(step * 0.85, ry) * (0.95 + random.next() * 0.4))
      return { x: rounded((index - 0.5 + random.next() * 0.6) * step), rx, ry }
    })
    return { row, places: places.filter(({ x, rx }) => x - rx < width) }
  })
}
