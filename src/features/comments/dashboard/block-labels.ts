import type { BlockKind } from '../validation.ts'

export const blockLabels: Record<BlockKind, string> = {
  email: 'Email',
  domain: 'Domain',
  network: 'Network',
  word: 'Word',
}
