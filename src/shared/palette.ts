/** The colours of theme.css as sRGB, for what knows no other: SVG renderers and mail programs. */
export const palette = {
  ink: '#1b1410',
  paper: '#fcfaf5',
  ochre: '#bd4b26',
  'hill-deep': '#0b2e1c',
  leaf: '#5c956e',
  gold: '#e2ae43',
  raised: '#ffffff',
  sand: '#f6ede0',
  muted: '#5a5049',
  line: '#e2dbd2',
  accent: '#ab3d1a',
  map: '#baa489',
  primary: '#185e3a',
  'on-primary': '#fbfdf7',
  'hill-far': '#afd2b5',
  'hill-mid': '#5c956e',
  hill: '#215a3a',
} as const

/** Those of scheme-dark.css. */
export const darkPalette = {
  surface: '#17110d',
  raised: '#241e19',
  sand: '#1f1710',
  text: '#f3f0e9',
  muted: '#b7b0a6',
  line: '#38312c',
  accent: '#eb8656',
  primary: '#6ecb8f',
  'on-primary': '#08180e',
} as const
