import { createIcon } from './create-icon.ts'

export const ChevronDown = createIcon(['path', { d: 'm6 9l6 6l6-6' }])
