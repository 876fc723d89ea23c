import { createIcon } from './create-icon.ts'

export const Italic = createIcon(['path', { d: 'M19 4h-9m4 16H5M15 4L9 20' }])
