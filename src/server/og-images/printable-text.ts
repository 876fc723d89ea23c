/** Replacements for characters that the fonts lack. */
const replacements: Record<string, string> = {
  '…': '...',
  '€': 'EUR ',
  '™': '',
  '•': '–',
  '·': '–',
  '−': '–',
  '\u2010': '-',
  '\u2011': '-',
  '′': '’',
  '″': '”',
  '„': '“',
  '‚': '‘',
  '\u00ad': '',
}

/**
 * Prepares a text for the fonts: with typographic quotation marks, without accents that the font lacks, and without
 * other characters that it lacks, such as emoji.
 * @param hasGlyph whether the font can show a code point
 */
export function settable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const has = (letter: string) => hasGlyph(letter.codePointAt(0) ?? 0)
  const glyphTextOf = (letter: string) => {
    if (/[^\S\u00a0]/u.test(letter)) return ' '
    const replacement = replacements[letter]
    if (replacement !== undefined) return replacement
    if (has(letter)) return letter
    return [...letter.normalize('NFKD')].filter(has).join('')
  }
  const set = [...text.normalize('NFC')].map(glyphTextOf).join('')
  return printed(set)
    .replace(/ +/g, ' ')
    .replace(/ (?=[,.;:!?](\s|$))/g, '')
    .trim()
}

const printed = (text: string) =>
  text
    .replace(/(^|[\s([“])'/g, '$1‘')
    .replaceAll("'", '’')
    .replace(/(^|[\s([‘])"/g, '$1“')
    .replaceAll('"', '”')
