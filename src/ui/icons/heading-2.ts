import { createIcon } from './create-icon.ts'

export const Heading2 = createIcon([
  'path',
  { d: 'M4 12h8m-8 6V6m8 12V6m9 12h-4c0-4 4-3 4-6c0-1.5-2-2.5-4-1' },
])
