import { createIcon } from './create-icon.ts'

export const Code = createIcon(['path', { d: 'm16 18l6-6l-6-6M8 6l-6 6l6 6' }])
