import { createIcon } from './create-icon.ts'

export const Sun = createIcon(
  ['circle', { cx: '12', cy: '12', r: '4' }],
  [
    'path',
    {
      d: 'M12 2v2m0 16v2M4.93 4.93l1.41 1.41m11.32 11.32l1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
    },
  ],
)
