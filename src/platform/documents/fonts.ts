import { readFileSync } from 'node:fs'

/**
 * Reads Plus Jakarta Sans in one weight, for certificates and Open Graph images.
 * @returns the bytes of a TrueType font
 */
export const readFont = (weight: 'medium' | 'bold') =>
  readFileSync(new URL(`./fonts/plus-jakarta-sans-${weight}.ttf`, import.meta.url))
