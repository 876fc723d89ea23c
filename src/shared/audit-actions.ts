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

/** The note in a history with which a change was taken back. */
export const undoneNote = 'Change undone'
