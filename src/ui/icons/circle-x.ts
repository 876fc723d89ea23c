import { createIcon } from './create-icon.ts'

export const CircleX = createIcon(
  ['circle', { cx: '12', cy: '12', r: '10' }],
  ['path', { d: 'm15 9l-6 6m0-6l6 6' }],
)
