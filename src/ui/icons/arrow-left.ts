import { createIcon } from './create-icon.ts'

export const ArrowLeft = createIcon(['path', { d: 'm12 19l-7-7l7-7m7 7H5' }])
