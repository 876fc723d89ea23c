/** In grid units, from the left and from the top. */
export type Point = readonly [x: number, y: number]

/** A number with two decimals at most. */
export const short = (value: number) => String(Math.round(value * 100) / 100)

/** A path in fewer characters: without spaces and zeros that say nothing. */
export const compact = (path: string) => path.replaceAll(' -', '-').replace(/(^|[^\d.])0\./g, '$1.')

/** A path through points, which starts with `M x y` and continues relatively. */
export function path(points: readonly Point[], end = 'z'): string {
  const [start, ...rest] = points
  if (!start) return ''
  let [x, y] = start
  let d = `M${short(x)} ${short(y)}`
  for (const [nextX, nextY] of rest) {
    const dx = short(nextX - x)
    const dy = short(nextY - y)
    d += dy === '0' ? `h${dx}` : dx === '0' ? `v${dy}` : `l${dx} ${dy}`
    x = nextX
    y = nextY
  }
  return d + end
}

/** A diamond. @param x, y its centre. @param a, b half of its width and height */
export function diamond(x: number, y: number, a: number, b: number): string {
  return path([
    [x - a, y],
    [x, y - b],
    [x + a, y],
    [x, y + b],
  ])
}

/** The corners of an angular spiral in a square of `size`, from the outside to the centre. */
export function spiral(size: number, gap: number): Point[] {
  const points: Point[] = [[0, size]]
  let [left, top, right, bottom] = [0, 0, size, size]
  while (right - left >= gap && bottom - top >= gap) {
    points.push([left, top], [right, top], [right, bottom])
    left += gap
    points.push([left, bottom])
    top += gap
    right -= gap
    bottom -= gap
  }
  return points
}
