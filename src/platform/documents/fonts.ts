import { readFileSync } from 'node:fs'
import type { Font } from 'fontkit'

type Weight = 'medium' | 'bold'

/** Noto Sans has more letters: those of Africa's languages, and accents that letters are combined with. */
type Family = 'plus-jakarta-sans' | 'noto-sans'

/**
 * Reads a typeface in one weight, for certificates and Open Graph images.
 * @returns the bytes of a TrueType font
 */
export const readFont = (weight: Weight, family: Family = 'plus-jakarta-sans') =>
  readFileSync(new URL(`./fonts/${family}-${weight}.ttf`, import.meta.url))

export type FontName = Weight | `${Weight} wider`
type Fonts = Record<FontName, Font>

let opened: Promise<Fonts> | undefined

/** The site's typeface, and a wider one for lines with letters that it lacks. Opened once, on demand. */
export const openFonts = () => {
  opened ??= open()
  return opened
}

async function open(): Promise<Fonts> {
  const { create } = await import('fontkit')
  const font = (...which: Parameters<typeof readFont>) => create(readFont(...which)) as Font
  return {
    medium: font('medium'),
    bold: font('bold'),
    'medium wider': font('medium', 'noto-sans'),
    'bold wider': font('bold', 'noto-sans'),
  }
}

/** Whether a typeface has all letters of a text. */
export const hasLetters = (font: Font, text: string) =>
  [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
