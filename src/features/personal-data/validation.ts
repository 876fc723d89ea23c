import { emailRule, lostText } from '#shared/validation.ts'

/** What is erased so long after a first pass that no request is still under way which began before. */
export const checkedAgainMinutes = 10

export const soughtMessage = 'Please enter an email or a phone number'

export const confirmationMessage = 'Please type the email exactly as it stands above'

export const erasureStatuses = ['RUNNING', 'CHECKING', 'DONE'] as const
export type ErasureStatus = (typeof erasureStatuses)[number]

/** How long the link in an email is good for. */
export const linkMinutes = 60

export const myDataForm = {
  rules: { email: emailRule('Please enter a valid email address') },
  failure: 'We could not take this just now. Please try again later.',
  lost: lostText,
  prefersServerMessage: true,
} as const

/** The message after the form: the same whether something is stored of the email or not. */
export const linkRequested = (isMailSetUp: boolean) =>
  isMailSetUp
    ? `Look into your mailbox: we have written to this address. The link there works for ${linkMinutes} minutes.`
    : `Our emails are held up at the moment: yours follows later. The link there works for ${linkMinutes} minutes from now. If it comes too late, please ask for another one.`

/** The messages of the page behind the link. */
export const myDataMessages = {
  token: 'This link is not complete. Please open it again from the email.',
  expired:
    'This link is no longer good: it has expired, or your data is erased already. If in doubt, please ask for a new one.',
  sure: 'Please tick the box first',
  erased: 'Your data is erased. Soon we look once more, and then forget who asked.',
  requested:
    'We have your request. A person looks at it, and writes to you if anything has to stay.',
} as const

/** Why staff decide on a request. */
export const reasonTexts = {
  APPLICATION: 'An application of yours is still open.',
  CERTIFICATE: 'You hold a valid certificate, which could not be downloaded any more.',
  TESTIMONIAL: 'There is a testimonial by somebody of your name. Is it yours?',
} as const
export type Reason = keyof typeof reasonTexts
export const reasons = Object.keys(reasonTexts) as [Reason, ...Reason[]]

export const declineLengthMax = 2_000

/**
 * Among the counts of an erasure: the numbers of somebody who gave too many to look for all of them in what staff
 * wrote.
 */
export const unsoughtPhones = 'unsought_phones'
