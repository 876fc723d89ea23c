import { createIcon } from './create-icon.ts'

export const Monitor = createIcon(
  ['rect', { width: '20', height: '14', x: '2', y: '3', rx: '2' }],
  ['path', { d: 'M8 21h8m-4-4v4' }],
)
