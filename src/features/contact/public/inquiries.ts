/** The kinds of inquiry. The kind is not sent: it only suggests a subject. */
export const inquiries = [
  { value: 'general', label: 'General Inquiry', subject: '' },
  { value: 'hiring', label: 'Hiring Talent', subject: 'Hiring talent for our team' },
  { value: 'training', label: 'Training Programme', subject: 'The training programme' },
  { value: 'partnership', label: 'Partnership', subject: 'A partnership' },
  { value: 'support', label: 'Support', subject: 'Help with something on the site' },
] as const

export type Inquiry = (typeof inquiries)[number]['value']

/** The inquiry named in the URL, or the general one. */
export const inquiryNamed = (name: string | null): Inquiry =>
  inquiries.find(({ value }) => value === name)?.value ?? 'general'

export const subjectOf = (inquiry: Inquiry): string =>
  inquiries.find(({ value }) => value === inquiry)?.subject ?? ''

/** Whether the visitor has not typed the subject: it is empty, or suggested by an inquiry. */
export const isSuggested = (subject: string) =>
  subject.trim() === '' || inquiries.some((inquiry) => inquiry.subject === subject)
