import { createIcon } from './create-icon.ts'

export const Plus = createIcon(['path', { d: 'M5 12h14m-7-7v14' }])
