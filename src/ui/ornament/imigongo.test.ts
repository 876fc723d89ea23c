import { expect, test } from 'vitest'
import { imigongo } from './imigongo.ts'

const seeds = Array.from({ length: 2000 }, (_, index) => `article-${index}`)

test('the same seed always gives the same pattern', () => {
  for (const seed of seeds.slice(0, 50)) expect(imigongo(seed, 4)).toEqual(imigongo(seed, 4))
})

test('no two of two thousand articles share a pattern', () => {
  const patterns = new Set(seeds.map((seed) => JSON.stringify(imigongo(seed, 4))))
  expect(patterns.size).toBe(seeds.length)
})

test('every pattern shows three tones, is light, and has no broken number', () => {
  for (const seed of seeds) {
    const { ground, shapes, width, height } = imigongo(seed, 4)
    expect(new Set([ground, ...shapes.map((shape) => shape.tone)]).size, seed).toBe(3)
    const paths = shapes.map((shape) => shape.d).join('')
    expect(paths, seed).toMatch(/^[\dMlhvHz .-]+$/)
    expect(paths.length, seed).toBeLessThan(6000)
    expect(width * height, seed).toBeGreaterThan(0)
  }
})

test('bands add to a pattern from above without changing its first', () => {
  const one = imigongo('kigali', 1)
  const three = imigongo('kigali', 3)
  expect(three.height).toBeGreaterThan(one.height)
  expect(three.shapes.slice(0, one.shapes.length)).toEqual(one.shapes)
})
