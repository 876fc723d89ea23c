import { createIcon } from './create-icon.ts'

export const LoaderCircle = createIcon(['path', { d: 'M21 12a9 9 0 1 1-6.219-8.56' }])
