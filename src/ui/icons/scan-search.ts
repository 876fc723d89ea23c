import { createIcon } from './create-icon.ts'

export const ScanSearch = createIcon(
  [
    'path',
    {
      d: 'M3 7V5a2 2 0 0 1 2-2h2m10 0h2a2 2 0 0 1 2 2v2m0 10v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2',
    },
  ],
  ['circle', { cx: '12', cy: '12', r: '3' }],
  ['path', { d: 'm16 16l-1.9-1.9' }],
)
