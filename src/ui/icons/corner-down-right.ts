import { createIcon } from './create-icon.ts'

export const CornerDownRight = createIcon(
  ['path', { d: 'm15 10l5 5l-5 5' }],
  ['path', { d: 'M4 4v7a4 4 0 0 0 4 4h12' }],
)
