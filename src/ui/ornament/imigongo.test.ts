import { expect, test } from 'vitest'
import { imigongo } from './imigongo.ts'

const seeds = Array.from({ length: 2000 }, (_, index) => `article-${index}`)

test('the same seed always gives the same pattern', () => {
  for (const seed of seeds.slice(0, 50))
    expect(imigongo(seed, { bands: 4 })).toEqual(imigongo(seed, { bands: 4 }))
})

test('2000 seeds give 2000 different patterns', () => {
  const patterns = new Set(seeds.map((seed) => JSON.stringify(imigongo(seed, { bands: 4 }))))
  expect(patterns.size).toBe(seeds.length)
})

test('every pattern has three tones, fewer than 6000 characters of paths, and valid numbers', () => {
  for (const seed of seeds) {
    const { ground, shapes, width, height } = imigongo(seed, { bands: 4 })
    expect(new Set([ground, ...shapes.map((shape) => shape.tone)]).size, seed).toBe(3)
    const paths = shapes.map((shape) => shape.d).join('')
    expect(paths, seed).toMatch(/^[\dMmlhvHz .-]+$/)
    expect(paths.length, seed).toBeLessThan(6000)
    expect(width * height, seed).toBeGreaterThan(0)
  }
})

test('more bands do not change the first band', () => {
  const one = imigongo('kigali', { bands: 1 })
  const three = imigongo('kigali', { bands: 3 })
  expect(three.height).toBeGreaterThan(one.height)
  expect(three.shapes.slice(0, one.shapes.length)).toEqual(one.shapes)
})

test('styles share no three colours, and strips have no fine lines', () => {
  const styles = ['classic', 'hills', 'sun', 'earth'] as const
  const tonesOf = (style: (typeof styles)[number]) => {
    const { ground, shapes } = imigongo('kigali', { bands: 4, style })
    return [...new Set([ground, ...shapes.map(({ tone }) => tone)])].sort().join()
  }
  expect(new Set(styles.map(tonesOf)).size).toBe(styles.length)
  for (const seed of seeds) {
    const { shapes } = imigongo(seed, { isCoarse: true })
    expect(
      shapes.some(({ line }) => line),
      seed,
    ).toBe(false)
  }
})
