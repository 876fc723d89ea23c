import type { BlockKind } from '../validation.ts'

export const blockLabels: Record<BlockKind, string> = {
  email: 'E-mail',
  domain: 'Domain',
  network: 'Network',
  word: 'Word',
}
