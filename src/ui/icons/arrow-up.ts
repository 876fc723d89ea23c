import { createIcon } from './create-icon.ts'

export const ArrowUp = createIcon(['path', { d: 'm5 12l7-7l7 7m-7 7V5' }])
