import { type ContactField, contactFields, validateContactField } from '../validation.ts'

/** What a message is about. It stays in the browser, and helps with the subject. */
export const inquiries = [
  { value: 'general', label: 'General Inquiry', subject: '' },
  { value: 'hiring', label: 'Hiring Talent', subject: 'Hiring talent for our team' },
  { value: 'training', label: 'Training Programme', subject: 'The training programme' },
  { value: 'partnership', label: 'Partnership', subject: 'A partnership' },
  { value: 'support', label: 'Support', subject: 'Help with something on the site' },
] as const

export type Inquiry = (typeof inquiries)[number]['value']

/** The inquiry that an address names, or the general one. */
export const inquiryNamed = (name: string | null): Inquiry =>
  inquiries.find(({ value }) => value === name)?.value ?? 'general'

export const subjectOf = (inquiry: Inquiry): string =>
  inquiries.find(({ value }) => value === inquiry)?.subject ?? ''

/** Whether nobody wrote the subject: it is empty, or the one of an inquiry chosen before. */
export const isSuggested = (subject: string) =>
  subject.trim() === '' || inquiries.some((inquiry) => inquiry.subject === subject)

export type ContactValues = Record<ContactField, string>
export type ContactErrors = Partial<Record<ContactField, string>>

/** The message that a form carries; what it lacks is empty. */
export const contactValues = (form: { get(name: string): unknown }) =>
  Object.fromEntries(
    contactFields.map((field) => [field, String(form.get(field) ?? '')]),
  ) as ContactValues

/** The field that people don't see, and the page's token: what tells programs from people. */
export const formChecks = (form: { get(name: string): unknown }) => ({
  website: String(form.get('website') ?? ''),
  form_token: String(form.get('form_token') ?? ''),
})

/** What is wrong with a message, by field; empty when nothing is. */
export const contactErrors = (values: ContactValues): ContactErrors =>
  Object.fromEntries(
    contactFields.flatMap((field) => {
      const problem = validateContactField(field, values[field])
      return problem ? [[field, problem]] : []
    }),
  )
