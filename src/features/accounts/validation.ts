export const passwordLengthMin = 12
export const passwordLengthMax = 200

export const userStatuses = ['active', 'invited', 'disabled'] as const
export type UserStatus = (typeof userStatuses)[number]

/** How long an invitation is good for. */
export const invitationDays = 7
