import { createIcon } from './create-icon.ts'

export const ChevronRight = createIcon(['path', { d: 'm9 18l6-6l-6-6' }])
