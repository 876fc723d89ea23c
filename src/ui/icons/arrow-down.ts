import { createIcon } from './create-icon.ts'

export const ArrowDown = createIcon(['path', { d: 'M12 5v14m7-7l-7 7l-7-7' }])
