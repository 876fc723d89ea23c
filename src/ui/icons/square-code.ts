import { createIcon } from './create-icon.ts'

export const SquareCode = createIcon(
  ['path', { d: 'm10 9l-3 3l3 3m4 0l3-3l-3-3' }],
  ['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }],
)
