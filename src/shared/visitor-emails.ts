import { type EmailTemplate, type EmailVariables, templateRules } from './email-templates.ts'

type Declaration = {
  group: string
  label: string
  /** Visitors type none of these, unless only staff get the email. */
  variables: EmailVariables
  /** What `{details}` stands for, if the email has any: links, times and other facts that a template can't contain. */
  details?: string
  subject: string
  text: string
}

const ofApplicants = 'Applications and interviews'
const ofCertificates = 'Certificates'
const ofEvents = 'Events'
const ofMessages = 'Messages and comments'
const ofNewsletter = 'Newsletter'
const ofData = 'Personal data'
const ofStaff = 'For us'

const named = { company: 'our name' } as const
const cohort = 'the name of the cohort'
const interview = { cohort, time: 'day and time of the interview' } as const
const certificate = { course: 'the course', cohort, number: 'its number' } as const
const event = {
  event: 'the title of the event',
  day: 'its day',
  time: 'from when to when',
  place: 'where it is',
} as const

/** The templates of all emails but those about decisions on applications, before staff change them. */
const declared = {
  RECEIVED: {
    group: ofApplicants,
    label: 'An application has arrived',
    variables: { cohort },
    subject: 'Your application for {cohort} has arrived',
    text: 'Your application for {cohort} and your resume have arrived. We read every application, and write to you when we have decided.\n\nIf you want to correct something, or if it was not you who applied, please answer this email.',
  },
  INTERVIEW: {
    group: ofApplicants,
    label: 'An invitation to an interview',
    variables: { cohort },
    details: 'the link to choose a time, and what to know of it',
    subject: 'Choose a time for your interview for {cohort}',
    text: 'You are on the shortlist for {cohort}, and we would like to talk with you.\n\n{details}',
  },
  INTERVIEW_REMINDER: {
    group: ofApplicants,
    label: 'A reminder of the invitation',
    variables: { cohort },
    details: 'the link to choose a time, and what to know of it',
    subject: 'A reminder: choose a time for your interview for {cohort}',
    text: 'You have not yet chosen a time for your interview for {cohort}.\n\n{details}',
  },
  INTERVIEW_BOOKED: {
    group: ofApplicants,
    label: 'An interview is booked',
    variables: interview,
    details: 'when and where it is, and the link to change it',
    subject: 'Your interview for {cohort}: {time}',
    text: 'Your interview for {cohort} is booked.\n\n{details}',
  },
  INTERVIEW_CHANGED: {
    group: ofApplicants,
    label: 'An interview has changed',
    variables: interview,
    details: 'when and where it is, and the link to change it',
    subject: 'Changed: your interview for {cohort}: {time}',
    text: 'Your interview for {cohort} has changed. This is when and where it is now:\n\n{details}',
  },
  INTERVIEW_LEFT: {
    group: ofApplicants,
    label: 'An applicant has cancelled',
    variables: interview,
    details: 'the link to choose another time if there is one',
    subject: 'Cancelled: your interview for {cohort}',
    text: 'You have cancelled your interview for {cohort} on {time}.\n\n{details}',
  },
  INTERVIEW_CANCELLED: {
    group: ofApplicants,
    label: 'We have cancelled an interview',
    variables: interview,
    details: 'our message, and the link to choose another time if there is one',
    subject: 'Cancelled: your interview for {cohort}',
    text: 'Your interview for {cohort} on {time}, does not take place. We are sorry.\n\n{details}',
  },
  TALENT: {
    group: ofApplicants,
    label: 'A talent has registered',
    variables: named,
    details: 'the words of the consent',
    subject: 'You are registered with {company}',
    text: 'Your profile and your resume have arrived. Our recruiters read every registration, and we write to you when an employer looks for somebody like you.\n\n{details}\n\nWhenever you want to change something, or want all of it deleted, answer this email. If it was not you who registered, answer it too, and we delete everything.',
  },
  CERTIFICATE: {
    group: ofCertificates,
    label: 'A certificate is ready',
    variables: { ...certificate, ...named },
    details: 'the link to download it',
    subject: 'Your certificate from {company}',
    text: 'Congratulations! You have completed {course} in {cohort}. Your certificate is ready.\n\n{details}\n\nIts number is {number}. If anything on it is not right, please answer this email.',
  },
  CERTIFICATE_CORRECTED: {
    group: ofCertificates,
    label: 'A certificate was corrected',
    variables: { ...certificate, ...named, version: 'which version it is' },
    details: 'the link to download it',
    subject: 'Your corrected certificate from {company}',
    text: 'We have corrected your certificate {number} for {course} in {cohort}. This is version {version}, and the ones before no longer hold.\n\n{details}\n\nIf anything on it is not right, please answer this email.',
  },
  CERTIFICATE_REVOKED: {
    group: ofCertificates,
    label: 'A certificate was revoked',
    variables: certificate,
    details: 'the reason',
    subject: 'Your certificate {number} is no longer valid',
    text: 'We have revoked your certificate {number} for {course} in {cohort}. It is no longer valid and can no longer be downloaded.\n\n{details}\n\nIf you have a question or think that this is a mistake, please answer this email.',
  },
  REGISTRATION: {
    group: ofEvents,
    label: 'Somebody has registered',
    variables: event,
    details: 'when and where it is, and the links to the event and to cancel',
    subject: 'You are registered: {event}',
    text: 'Your place at “{event}” is kept for you.\n\n{details}',
  },
  EVENT: {
    group: ofEvents,
    label: 'An event has changed',
    variables: event,
    details: 'our message, when and where it is, and the links to the event and to cancel',
    subject: 'Changed: {event}',
    text: 'Something has changed about “{event}”, for which you are registered. It is on {day}, {time}, here: {place}. Your place is kept for you.',
  },
  EVENT_CANCELLED: {
    group: ofEvents,
    label: 'An event is cancelled',
    variables: event,
    details: 'our message, and the link to other events',
    subject: 'Cancelled: {event}',
    text: '“{event}” on {day}, for which you are registered, is cancelled. We are sorry.\n\n{details}',
  },
  MESSAGE: {
    group: ofMessages,
    label: 'A message has arrived',
    variables: { received_on: 'the day on which it came', phone: 'our phone number' },
    subject: 'Your message has arrived',
    text: 'Your message of {received_on} has arrived. We read every message, and answer within a day. Is it urgent? Then call us: {phone}.\n\nWas it not you who wrote to us? Then you need not do anything.',
  },
  FOLLOW: {
    group: ofMessages,
    label: 'Somebody wants to be told of answers',
    variables: { article: 'the title of the article' },
    details: 'the link to confirm it',
    subject: 'Please confirm: emails about answers to a comment',
    text: 'Somebody entered this address with a comment below the article “{article}”, and asked to be told of answers.\n\n{details}',
  },
  ANSWER: {
    group: ofMessages,
    label: 'A comment was answered',
    variables: { article: 'the title of the article' },
    details: 'the answers, and the links to them and to stop these emails',
    subject: 'There is an answer below “{article}”',
    text: 'Somebody has answered below the article “{article}”, where you asked us to tell you.',
  },
  NEWSLETTER_CONFIRM: {
    group: ofNewsletter,
    label: 'Somebody has subscribed',
    variables: named,
    details: 'the link to confirm it',
    subject: 'Please confirm the newsletter of {company}',
    text: 'Somebody entered this address to get our newsletter: events, cohorts and news from Kigali.\n\n{details}\n\nWas it not you? Then you need not do anything: we do not write to you, and delete the address.',
  },
  NEWSLETTER_WELCOME: {
    group: ofNewsletter,
    label: 'Welcome after the confirmation',
    variables: named,
    details: 'the link to leave the list',
    subject: 'Welcome to the newsletter of {company}',
    text: 'Thank you for confirming. You get our newsletter now: events, cohorts and news from Kigali.\n\n{details}',
  },
  NEWSLETTER_RETURN: {
    group: ofNewsletter,
    label: 'Somebody who has left subscribes again',
    variables: named,
    details: 'the link to come back',
    subject: 'Do you want the newsletter of {company} again?',
    text: 'Somebody entered this address to subscribe to our newsletter. You have left the list, so we did not put you back on it.\n\n{details}\n\nWas it not you? Then you need not do anything: we do not write to you.',
  },
  MY_DATA: {
    group: ofData,
    label: 'Somebody asks for their data',
    variables: named,
    details: 'the link to them',
    subject: 'Your data at {company}',
    text: 'Somebody, probably you, wants to see what we store under this address, or to have it erased.\n\n{details}\n\nWas it not you? Then you need not do anything: nobody else gets this link. Please do not pass it on.',
  },
  MY_DATA_DECLINED: {
    group: ofData,
    label: 'A request to be erased is declined',
    variables: named,
    details: 'the reason',
    subject: 'Your request to {company}',
    text: 'You asked us to erase your data. We cannot do that now.\n\n{details}\n\nYou can answer this email, and you can complain to the supervisory authority.',
  },
  NEW_MESSAGE: {
    group: ofStaff,
    label: 'A new message, to us',
    variables: { subject: 'its subject' },
    details: 'the message, and the link to it',
    subject: 'New message: {subject}',
    text: 'A message has come in by the contact form.\n\n{details}',
  },
  INVITATION: {
    group: ofStaff,
    label: 'A colleague is invited',
    variables: named,
    details: 'the link to choose a password, and how long it works',
    subject: 'Your account at {company}',
    text: 'You have an account for the dashboard of {company}.\n\n{details}\n\nIf you expect no such account, you need not do anything.',
  },
  PASSWORD: {
    group: ofStaff,
    label: 'A colleague has forgotten the password',
    variables: named,
    details: 'the link to choose a new one, and how long it works',
    subject: 'A new password for {company}',
    text: 'Somebody, probably you, has forgotten the password of your account for the dashboard of {company}.\n\n{details}\n\nWas it not you? Then you need not do anything: your password stays as it is.',
  },
  DIGEST: {
    group: ofStaff,
    label: 'The week, to colleagues who want it',
    variables: named,
    details: 'what waits, the figures and the links',
    subject: 'The week at {company}',
    text: 'A new week begins.\n\n{details}',
  },
} as const satisfies Record<string, Declaration>

export type VisitorEmailKind = keyof typeof declared
export type VisitorEmails = Record<VisitorEmailKind, EmailTemplate>

const declarations: Record<VisitorEmailKind, Declaration> = declared
export const visitorEmailKinds = Object.keys(declared) as VisitorEmailKind[]

const ofEach = <Value>(read: (declaration: Declaration) => Value) =>
  Object.fromEntries(visitorEmailKinds.map((kind) => [kind, read(declarations[kind])])) as Record<
    VisitorEmailKind,
    Value
  >

export const visitorEmailLabels = ofEach(({ label }) => label)
export const visitorEmailGroups = ofEach(({ group }) => group)

/** The placeholders of each template. */
export const visitorEmailVariables = ofEach(
  ({ variables, details }): EmailVariables => ({ ...variables, ...(details && { details }) }),
)

export type VisitorEmailValues<Kind extends VisitorEmailKind> = Record<
  keyof (typeof declared)[Kind]['variables'],
  string
>

export const visitorEmailRules = ofEach(({ variables, details }) =>
  templateRules(variables, details === undefined ? {} : { details }),
)

/** The templates as delivered. */
export const defaultVisitorEmails: VisitorEmails = ofEach(({ subject, text }) => ({
  is_sent: true,
  subject,
  text,
}))
