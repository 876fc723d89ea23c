import { createIcon } from './create-icon.ts'

export const Heading3 = createIcon([
  'path',
  {
    d: 'M4 12h8m-8 6V6m8 12V6m5.5 4.5c1.7-1 3.5 0 3.5 1.5a2 2 0 0 1-2 2m-2 3.5c2 1.5 4 .3 4-1.5a2 2 0 0 0-2-2',
  },
])
