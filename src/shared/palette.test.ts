import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { darkPalette, palette } from './palette.ts'

const styles = (file: string) =>
  readFileSync(new URL(`../ui/styles/${file}`, import.meta.url), 'utf8')
const theme = styles('theme.css')
const dark = styles('scheme-dark.css')

/** Converts a colour of a style sheet from OKLab to sRGB. */
function hexOf(name: string, css: string) {
  const found = css.match(new RegExp(`--color-${name}: oklch\\(([\\d. ]+)\\);`))
  const [l = 0, c = 0, h = 0] = (found?.[1] ?? '').split(' ').map(Number)
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
  const channels = linear.map((value) => {
    const part = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, part)) * 255)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

test.each(Object.entries(palette))('%s equals the colour of theme.css', (name, hex) => {
  expect(hex).toBe(hexOf(name, theme))
})

test.each(Object.entries(darkPalette))('%s equals the colour of scheme-dark.css', (name, hex) => {
  expect(hex).toBe(hexOf(name, dark))
})
