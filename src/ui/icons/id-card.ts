import { createIcon } from './create-icon.ts'

export const IdCard = createIcon(
  ['path', { d: 'M13 19a4 4 0 0 0-8 0m11-9h2m-2 4h2' }],
  ['circle', { cx: '9', cy: '12', r: '3' }],
  ['rect', { width: '20', height: '14', x: '2', y: '5', rx: '2' }],
)
