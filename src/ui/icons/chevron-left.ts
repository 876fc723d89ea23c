import { createIcon } from './create-icon.ts'

export const ChevronLeft = createIcon(['path', { d: 'm15 18l-6-6l6-6' }])
