import { diamond, type Point, path, spiral } from './imigongo-outlines.ts'
import type { Random } from './random.ts'

/** `tone` is the index of one of the two tones besides the ground. Subpaths start with `M x y`, then are relative. */
type Part = { tone: 0 | 1; d: string; line?: number }
export type Motif = (random: Random) => { period: number; height: number; parts: Part[] }

/** Nested diamonds, with arrowheads in the gaps above and below. */
const nestedDiamonds: Motif = (random) => {
  const period = random.pick([12, 16, 24])
  const height = random.pick([12, 16, 20])
  const rings = random.pick([2, 3, 4])
  const [x, y] = [period / 2, height / 2]
  let nest = ''
  for (let ring = 0; ring < rings * 2 - 1; ring++) {
    const part = 1 - ring / (rings * 2)
    nest += diamond(x, y, x * part, y * part)
  }
  const gap = random.pick([0.25, 0.4, 0.5])
  let heads = ''
  for (const [edge, way] of [
    [0, 1],
    [height, -1],
  ] as const) {
    heads += path([
      [0, edge],
      [x * gap, edge],
      [0, edge + way * y * gap],
    ])
    heads += path([
      [period, edge],
      [period - x * gap, edge],
      [period, edge + way * y * gap],
    ])
  }
  const core = diamond(x, y, x / (rings * 2), y / (rings * 2))
  return {
    period,
    height,
    parts: [
      { tone: 0, d: nest },
      { tone: 1, d: heads + core },
    ],
  }
}

/** Stacked zigzags, with filled triangles in the gaps of the first and the last. */
const zigzag: Motif = (random) => {
  const period = random.pick([8, 12, 16, 24])
  const rise = random.pick([0.5, 0.75, 1]) * (period / 2)
  const stripes = random.pick([2, 3, 4])
  const thick = random.pick([1, 1.5, 2])
  const height = Math.round(rise + stripes * 2 * thick + thick)
  const half = period / 2
  let lines = ''
  for (let stripe = 0; stripe < stripes; stripe++) {
    const y = thick + stripe * 2 * thick
    lines += path([
      [0, y + rise],
      [half, y],
      [period, y + rise],
      [period, y + rise + thick],
      [half, y + thick],
      [0, y + rise + thick],
    ])
  }
  const above =
    path([
      [0, 0],
      [half, 0],
      [0, rise],
    ]) +
    path([
      [period, 0],
      [half, 0],
      [period, rise],
    ])
  const below = path([
    [0, height],
    [half, height - rise],
    [period, height],
  ])
  return {
    period,
    height,
    parts: [
      { tone: 0, d: lines },
      { tone: 1, d: above + below },
    ],
  }
}

/** Angular spirals; every second one is mirrored. */
const squareSpirals: Motif = (random) => {
  const size = random.pick([8, 12, 16])
  const gap = random.pick([2, 2.5, 3])
  const height = size + 3
  const period = [12, 16, 24].find((width) => width >= size + 2) ?? 24
  const inset = (period - size) / 2
  const points = spiral(size, gap)
  const flip = random.pick([true, false])
  const d = path(
    points.map(([x, y]) => [x + inset, (flip ? size - y : y) + 1.5] as const),
    '',
  )
  const dot = diamond(0, height / 2, 1, 2) + diamond(period, height / 2, 1, 2)
  return {
    period,
    height,
    parts: [
      { tone: 0, d, line: gap / 2 },
      { tone: 1, d: dot },
    ],
  }
}

/** Spirals on their corners, with triangles between them. */
const diamondSpirals: Motif = (random) => {
  const period = random.pick([16, 24])
  const height = period
  const half = period / 2
  const gap = random.pick([3, 4])
  const size = period - 3
  const mirror = random.pick([1, -1])
  const points = spiral(size, gap).map(([u, v]): Point => {
    return [half + (mirror * (u - v)) / 2, half + (u + v - size) / 2]
  })
  const cut = random.pick([0.35, 0.5, 0.65]) * half
  let corners = ''
  for (const [x, way] of [
    [0, 1],
    [period, -1],
  ] as const) {
    corners += path([
      [x, 0],
      [x + way * cut, 0],
      [x, cut],
    ])
    corners += path([
      [x, height],
      [x + way * cut, height],
      [x, height - cut],
    ])
  }
  const parts: Part[] = [
    { tone: 0, d: path(points, ''), line: gap / 2.6 },
    { tone: 1, d: corners },
  ]
  return { period, height, parts }
}

/** Nested triangles, which alternately point up and down. */
const triangles: Motif = (random) => {
  const period = random.pick([8, 12, 16, 24])
  const height = random.pick([8, 10, 12])
  const rings = random.pick([1, 2, 3])
  const half = period / 2
  let standing = ''
  let hanging = ''
  for (let ring = 0; ring < rings * 2 - 1; ring++) {
    const part = 1 - ring / (rings * 2)
    const w = half * part
    const h = height * part
    standing += path([
      [half - w, height],
      [half, height - h],
      [half + w, height],
    ])
    hanging +=
      path([
        [0, 0],
        [w, 0],
        [0, h],
      ]) +
      path([
        [period, 0],
        [period - w, 0],
        [period, h],
      ])
  }
  return {
    period,
    height,
    parts: [
      { tone: 0, d: standing },
      { tone: 1, d: hanging },
    ],
  }
}

/** Stepped pyramids, with their reflection in the other tone. */
const steps: Motif = (random) => {
  const period = random.pick([12, 16, 24])
  const count = random.pick([3, 4])
  const tread = period / 2 / count
  const riser = random.pick([1.5, 2, 2.5])
  const room = random.pick([1, 2])
  const height = Math.ceil(count * riser * 2 + room)
  const up: Point[] = []
  for (let step = 0; step < count; step++) {
    up.push([step * tread, step * riser], [step * tread, (step + 1) * riser])
  }
  const outline = [...up, ...up.map(([x, y]): Point => [period - x, y]).reverse()]
  const standing = path(outline.map(([x, y]) => [x, height - y] as const))
  const hanging = path(outline.map(([x, y]) => [x, y * 0.5] as const))
  return {
    period,
    height,
    parts: [
      { tone: 0, d: standing },
      { tone: 1, d: hanging },
    ],
  }
}

export const motifs = {
  diamonds: nestedDiamonds,
  zigzag,
  spirals: squareSpirals,
  diamondSpirals,
  triangles,
  steps,
}
