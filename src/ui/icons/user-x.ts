import { createIcon } from './create-icon.ts'

export const UserX = createIcon(
  ['path', { d: 'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2' }],
  ['circle', { cx: '9', cy: '7', r: '4' }],
  ['path', { d: 'm17 8l5 5m0-5l-5 5' }],
)
