import { createIcon } from './create-icon.ts'

export const CodeXml = createIcon(['path', { d: 'm18 16l4-4l-4-4M6 8l-4 4l4 4m8.5-12l-5 16' }])
