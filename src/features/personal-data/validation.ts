/** What is erased so long after a first pass that no request is still under way which began before. */
export const checkedAgainMinutes = 10

export const soughtMessage = 'Please enter an e-mail or a phone number'

export const confirmationMessage = 'Please type the e-mail exactly as it stands above'

export const erasureStatuses = ['RUNNING', 'CHECKING', 'DONE'] as const
export type ErasureStatus = (typeof erasureStatuses)[number]
