import { createIcon } from './create-icon.ts'

export const Newspaper = createIcon(
  [
    'path',
    {
      d: 'M15 18h-5m8-4h-8m-6 8h16a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2H8a2 2 0 0 0-2 2v16a2 2 0 0 1-4 0v-9a2 2 0 0 1 2-2h2',
    },
  ],
  ['rect', { width: '8', height: '4', x: '10', y: '6', rx: '1' }],
)
