import { readFileSync } from 'node:fs'

/**
 * Plus Jakarta Sans as drawings of the server use it, in one weight.
 * @returns the bytes of a TrueType font
 */
export const readFont = (weight: 'medium' | 'bold') =>
  readFileSync(new URL(`./fonts/plus-jakarta-sans-${weight}.ttf`, import.meta.url))
