/** The colours of theme.css as sRGB, which every SVG renderer supports. */
export const palette = {
  ink: '#1b1410',
  paper: '#fcfaf5',
  ochre: '#bd4b26',
  'hill-deep': '#0b2e1c',
  leaf: '#5c956e',
  gold: '#e2ae43',
  sand: '#f6ede0',
  muted: '#5a5049',
  accent: '#ab3d1a',
  map: '#baa489',
  primary: '#185e3a',
  'hill-far': '#afd2b5',
  'hill-mid': '#5c956e',
  hill: '#215a3a',
} as const
