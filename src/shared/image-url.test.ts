import { expect, test } from 'vitest'
import { isImagePath, parseImageUrl, splitFocus, srcsetOf, withFocus } from './image-url.ts'

const address = '/images/abc-1600x900-aabbcc'

test('the focal point is a fragment of the URL, and no part of the address of a file', () => {
  const url = withFocus(address, { x: 30.4, y: 60 })
  expect(url).toBe(`${address}#focus=30,60`)
  expect(splitFocus(url)).toEqual({ address, focus: { x: 30, y: 60 } })
  const image = parseImageUrl(url)
  expect(image).toMatchObject({ name: 'abc-1600x900-aabbcc', address, width: 1600, height: 900 })
  expect(image && srcsetOf(image, 'avif')).not.toContain('#')
})

test('another focal point takes the place of the former one, and the centre needs none', () => {
  const url = withFocus(`${address}#focus=30,60`, { x: -5, y: 140 })
  expect(url).toBe(`${address}#focus=0,100`)
  expect(withFocus(url, { x: 50, y: 50 })).toBe(address)
  expect(splitFocus(address).focus).toEqual({ x: 50, y: 50 })
})

test.each(['#focus=101,5', '#focus=30', '#focus=-1,5', '#focus=3.5,5', '#focus=030,5', '#x'])(
  '%s is no focal point, and no part of an image of this site',
  (fragment) => {
    expect(splitFocus(address + fragment)).toEqual({
      address: address + fragment,
      focus: { x: 50, y: 50 },
    })
    expect(parseImageUrl(address + fragment)).toBeNull()
    expect(isImagePath(address + fragment)).toBe(false)
  },
)

test('an image of another server has a focal point, too', () => {
  expect(splitFocus('https://cdn.example/a.jpg?w=9#focus=1,2')).toEqual({
    address: 'https://cdn.example/a.jpg?w=9',
    focus: { x: 1, y: 2 },
  })
})
