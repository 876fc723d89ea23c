import { expect, test } from 'vitest'
import { type Crop, dragCrop, focusWithin, noCrop, partOf } from './crop.ts'

const crop: Crop = { left: 20, right: 30, top: 10, bottom: 40 }

test.each([
  ['an edge', { x: 21, y: 30 }, { x: 35, y: 80 }, { ...crop, left: 35 }],
  ['the opposite edge', { x: 69, y: 30 }, { x: 90, y: 5 }, { ...crop, right: 10 }],
  ['a corner', { x: 70, y: 60 }, { x: 60, y: 95 }, { ...crop, right: 40, bottom: 5 }],
  [
    'the whole from within',
    { x: 40, y: 30 },
    { x: 50, y: 20 },
    { left: 30, right: 20, top: 0, bottom: 50 },
  ],
  [
    'no further than to the edge of the picture',
    { x: 40, y: 30 },
    { x: 99, y: 99 },
    { left: 50, right: 0, top: 50, bottom: 0 },
  ],
  [
    'a new part from outside',
    { x: 90, y: 90 },
    { x: 60, y: 50 },
    { left: 60, right: 10, top: 50, bottom: 10 },
  ],
])('a drag moves %s', (_, from, to, expected) => {
  expect(dragCrop(crop, from, to)).toEqual(expected)
})

test('a tenth of the picture remains at least, wherever one drags', () => {
  for (const x of [-50, 0, 20, 45, 70, 100, 150]) {
    for (const y of [-50, 0, 10, 35, 60, 100, 150]) {
      for (const from of [
        { x: 20, y: 10 },
        { x: 45, y: 30 },
        { x: 95, y: 95 },
        { x: 1, y: 60 },
      ]) {
        const { left, right, top, bottom } = dragCrop(crop, from, { x, y })
        expect(Math.min(left, right, top, bottom)).toBeGreaterThanOrEqual(0)
        expect(left + right).toBeLessThanOrEqual(90.0001)
        expect(top + bottom).toBeLessThanOrEqual(90.0001)
      }
    }
  }
})

test('a part has the pixels of its share of the picture', () => {
  expect(partOf(crop, { width: 1000, height: 500 })).toEqual({
    x: 200,
    y: 50,
    width: 500,
    height: 250,
  })
  expect(partOf(noCrop, { width: 37, height: 41 })).toEqual({ x: 0, y: 0, width: 37, height: 41 })
})

test('the focal point stays on the same spot, or comes as near to it as the part allows', () => {
  expect(focusWithin({ x: 45, y: 35 }, crop)).toEqual({ x: 50, y: 50 })
  expect(focusWithin({ x: 5, y: 90 }, crop)).toEqual({ x: 0, y: 100 })
  expect(focusWithin({ x: 50, y: 50 }, crop)).toEqual({ x: 50, y: 50 })
})
