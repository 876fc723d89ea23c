// HyperLogLog with the estimator of O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017),
// which needs no table of corrections.

const indexBits = 12
const size = 2 ** indexBits
/** The bits of a hash that its rank is taken from. */
const rankBits = 32

/** Estimates how many different things were added, in 4 kB; the standard error is 1.04 / √4096 = 1.6 %. */
export type Sketch = Uint8Array

export const createSketch = (): Sketch => new Uint8Array(size)

/** @param hash at least 6 random bytes. @returns whether the sketch has changed */
export function addToSketch(sketch: Sketch, hash: Buffer) {
  const index = hash.readUInt16BE(0) >>> (16 - indexBits)
  const rank = Math.clz32(hash.readUInt32BE(2)) + 1
  if (rank <= (sketch[index] ?? 0)) return false
  sketch[index] = rank
  return true
}

/** Adds what another sketch has seen. */
export function mergeSketch(sketch: Sketch, other: Sketch) {
  for (const [index, rank] of other.entries()) {
    if (rank > (sketch[index] ?? 0)) sketch[index] = rank
  }
}

export function estimate(sketch: Sketch) {
  const counts = new Array<number>(rankBits + 2).fill(0)
  for (const rank of sketch) counts[rank] = (counts[rank] ?? 0) + 1
  const share = (rank: number) => (counts[rank] ?? 0) / size
  let sum = size * tau(1 - share(rankBits + 1))
  for (let rank = rankBits; rank >= 1; rank -= 1) sum = (sum + (counts[rank] ?? 0)) / 2
  return Math.round(size ** 2 / (2 * Math.LN2) / (sum + size * sigma(share(0))))
}

function sigma(share: number) {
  if (share === 1) return Number.POSITIVE_INFINITY
  let [power, weight, sum, before] = [share, 1, share, -1]
  while (sum !== before) {
    power *= power
    before = sum
    sum += power * weight
    weight *= 2
  }
  return sum
}

function tau(share: number) {
  if (share === 0 || share === 1) return 0
  let [root, weight, sum, before] = [share, 1, 1 - share, -1]
  while (sum !== before) {
    root = Math.sqrt(root)
    before = sum
    weight /= 2
    sum -= (1 - root) ** 2 * weight
  }
  return sum / 3
}
