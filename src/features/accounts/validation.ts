export const passwordLengthMin = 12
export const passwordLengthMax = 200

export const userStatuses = ['active', 'disabled'] as const
