import { createIcon } from './create-icon.ts'

export const CalendarCheck = createIcon(
  ['path', { d: 'M8 2v3m8-3v3' }],
  ['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }],
  ['path', { d: 'M3 9h18M9 15l2 2l4-4' }],
)
