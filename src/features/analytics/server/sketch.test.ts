import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToSketch, createSketch, estimate, mergeSketch } from './sketch.ts'

const hashOf = (name: number) => createHash('sha256').update(String(name)).digest()

test.each([0, 1, 10, 500, 5_000, 12_000, 100_000])(
  '%i visitors are counted within 5 %%',
  (count) => {
    const sketch = createSketch()
    for (let name = 0; name < count; name += 1) addToSketch(sketch, hashOf(name))
    expect(Math.abs(estimate(sketch) - count)).toBeLessThanOrEqual(0.05 * count)
    expect(addToSketch(sketch, hashOf(0))).toBe(count === 0)
  },
)

test('merged sketches count those once whom both have seen', () => {
  const [all, one, other] = [createSketch(), createSketch(), createSketch()]
  for (let name = 0; name < 3_000; name += 1) {
    addToSketch(all, hashOf(name))
    if (name < 2_000) addToSketch(one, hashOf(name))
    if (name >= 1_000) addToSketch(other, hashOf(name))
  }
  mergeSketch(one, other)
  expect(one).toEqual(all)
})
