import { createIcon } from './create-icon.ts'

export const Ban = createIcon(
  ['circle', { cx: '12', cy: '12', r: '10' }],
  ['path', { d: 'M4.929 4.929L19.07 19.071' }],
)
