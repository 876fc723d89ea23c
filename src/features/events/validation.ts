import { emailRule, isPhone, lostText, type PublicForm, unless } from '#shared/validation.ts'

export const eventTypes = ['workshop', 'conference', 'webinar'] as const

export const eventTypeLabels = {
  workshop: 'Workshop',
  conference: 'Conference',
  webinar: 'Webinar',
}

/** By what staff filter events: an event that was to come or is over may be cancelled. */
export const eventPhases = ['upcoming', 'past', 'cancelled'] as const
export type EventPhase = (typeof eventPhases)[number]

export const eventOrders = [
  'starts_at',
  '-starts_at',
  'title',
  '-title',
  'registered',
  '-registered',
] as const

/** By name or by time of the registration. */
export const registrationOrders = ['created_at', '-created_at', 'full_name', '-full_name'] as const

/** The changes of an event that registered people can be told about. */
export const toldFields = ['title', 'starts_at', 'ends_at', 'location', 'online_link'] as const

export const cancellationLengthMax = 2_000

const nameMissing = 'Please enter your full name'

function validateName(text: string) {
  if (text.length < 2) return nameMissing
  // The name appears in an email, which must not become a way to send links to strangers.
  return /:\/\/|www\.|[<>]/i.test(text) ? 'Please enter your name without a web address' : undefined
}

export const registrationRules = {
  full_name: { missing: nameMissing, lengthMax: 120, validate: validateName },
  email: emailRule('Please enter a valid email address'),
  phone: {
    lengthMax: 40,
    validate: unless(isPhone, 'Please enter a valid phone number, or leave it empty'),
  },
  organisation: { lengthMax: 160 },
}

export type RegistrationField = keyof typeof registrationRules

export const registrationForm: PublicForm<RegistrationField> = {
  rules: registrationRules,
  failure:
    'Your registration could not be stored. Nothing of it is lost: please try again in a moment.',
  lost: lostText,
}

/** The message after registering: the same whether the email was registered already or not. */
export const registrationDone = (isMailSetUp: boolean) =>
  isMailSetUp
    ? 'Thank you! An email with the day, the place and a link to cancel is on its way to you.'
    : 'Thank you! You are registered. Our emails are held up at the moment: yours, with the day, the place and a link to cancel, follows later.'

export const cancelMessages = {
  token: 'This link is not complete. Please open it again from the email.',
  done: 'You are no longer registered, and your details are deleted. Thank you for telling us.',
} as const
