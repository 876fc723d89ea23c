/** Waiting for its next try, sent, come back, withheld from who must not get it, or given up. */
export const emailStatuses = ['WAITING', 'SENT', 'BOUNCED', 'WITHHELD', 'FAILED'] as const
export type EmailStatus = (typeof emailStatuses)[number]
