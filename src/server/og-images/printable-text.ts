/** What the fonts lack, and what stands for it. */
const standIns: Record<string, string> = {
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
 * The text as it can be set: with the quotation marks of print, an accent left off where the font has the letter
 * without it alone, and what it has no sign for left out, emoji for one.
 * @param hasGlyph whether the font can show a code point
 */
export function settable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const has = (letter: string) => hasGlyph(letter.codePointAt(0) ?? 0)
  const signOf = (letter: string) => {
    if (/[^\S\u00a0]/u.test(letter)) return ' '
    const standIn = standIns[letter]
    if (standIn !== undefined) return standIn
    if (has(letter)) return letter
    return [...letter.normalize('NFKD')].filter(has).join('')
  }
  const set = [...text.normalize('NFC')].map(signOf).join('')
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
