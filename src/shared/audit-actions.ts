/** What the audit log tells of. */
export const auditActions = [
  'signed in',
  'sign-in failed',
  'password forgotten',
  'signed out',
  'created',
  'changed',
  'disabled',
  'enabled',
  'deleted',
  'restored',
  'exported',
  'opened',
  'uploaded',
  'retried',
  'cancelled',
  'revoked',
  'resent',
  'imported',
  'batch',
  'erased',
] as const
export type AuditAction = (typeof auditActions)[number]

/** How long lines are kept. */
export const auditRetentionDays = 90

/** What a history shows of a change that takes another one back. */
export const undoneNote = 'Change undone'
