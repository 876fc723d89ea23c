import { createIcon } from './create-icon.ts'

export const CalendarPlus = createIcon([
  'path',
  {
    d: 'M16 18h6M16 2v3m3 10v6m2-9.5V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h8.3M3 9h18M8 2v3',
  },
])
