export const passwordLengthMin = 12
export const passwordLengthMax = 200

export const userStatuses = ['active', 'invited', 'disabled'] as const
export type UserStatus = (typeof userStatuses)[number]

/** How long an invitation is good for. */
export const invitationDays = 7

/** How long the link is good for that sets a new password. */
export const resetMinutes = 60

/** What a link to set a password is for; its name in the URL's fragment. */
export const passwordLinkKinds = ['invitation', 'reset'] as const
export type PasswordLinkKind = (typeof passwordLinkKinds)[number]

/** The same for every address, so that nobody learns who has an account. */
export const resetRequested = (isMailSetUp: boolean) =>
  isMailSetUp
    ? 'If there is an account with this email, we have sent a link to choose a new password. It is good for an hour.'
    : 'Our emails are held up at the moment. If there is an account with this email, a link to choose a new password follows later. It is good for an hour from now. An administrator can also set a new password for you.'
