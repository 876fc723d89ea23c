import { createIcon } from './create-icon.ts'

export const X = createIcon(['path', { d: 'M18 6L6 18M6 6l12 12' }])
