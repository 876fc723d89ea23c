import { createIcon } from './create-icon.ts'

export const Table = createIcon(
  ['path', { d: 'M12 3v18' }],
  ['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }],
  ['path', { d: 'M3 9h18M3 15h18' }],
)
