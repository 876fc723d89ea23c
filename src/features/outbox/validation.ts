/** Waiting for its next try, sent, or given up. */
export const emailStatuses = ['WAITING', 'SENT', 'FAILED'] as const
export type EmailStatus = (typeof emailStatuses)[number]
