import type { EmailRow } from '../contract.ts'

/** What went wrong: at the mail server that takes our emails, or behind it. */
export function errorOf({ last_error, bounce }: EmailRow) {
  if (bounce?.kind === 'COMPLAINT') return 'Its recipient complained.'
  if (bounce?.kind === 'UNPROVED') return `Somebody reports, without proof: ${bounce.detail}`
  return bounce?.detail || last_error
}
