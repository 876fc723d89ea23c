export type DrawnLogo = {
  /** The wordmark's large line and its small line below. */
  lines: readonly [string, string]
  /** The SVG path of the sign, on 48 by 48, filled by the even-odd rule. */
  sign: string
}

/** The logos of the partners that the site is delivered with, by their names. */
export const drawnLogos: Record<string, DrawnLogo> = {
  'Ministry of ICT': {
    lines: ['Ministry', 'of ICT'],
    sign: 'M24 2 44 9v15c0 11-8 18-20 22C12 42 4 35 4 24V9zM24 10a7 7 0 0 0-7 7h14a7 7 0 0 0-7-7zM9 21v4h30v-4zm2 8c1 3 2 5 4 7h18c2-2 3-4 4-7z',
  },
  'ICT Chamber': {
    lines: ['ICT', 'Chamber'],
    sign: 'M24 2 43 13v22L24 46 5 35V13zm0 7L11 16.5v15L24 39l13-7.5v-15zM24 15l8 4.5v9L24 33l-8-4.5v-9z',
  },
  'German Development Agency': {
    lines: ['DEA', 'German Development Agency'],
    sign: 'M4 6h40v9H4zm0 13h29v9H4zm0 13h18v9H4z',
  },
  'Kivu Cloud': {
    lines: ['kivu', 'cloud'],
    sign: 'M2 16 13 6l11 10L35 6l11 10v8L35 14 24 24 13 14 2 24zm0 16 11-10 11 10 11-10 11 10v8L35 30 24 40 13 30 2 40z',
  },
  'Umoja Works': {
    lines: ['Umoja', 'Works'],
    sign: 'M4 4h18v18H4zm6 6v6h6v-6zm16-6h18v18H26zm6 6v6h6v-6zM4 26h18v18H4zm6 6v6h6v-6zm25-6 9 9-9 9-9-9z',
  },
}
