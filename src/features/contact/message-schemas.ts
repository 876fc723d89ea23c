import { z } from 'zod'
import { formFields, textField } from '#shared/fields.ts'
import { contactRules, contactStatuses, replyOutcomes } from './validation.ts'

export const contactInput = z.object({
  full_name: textField(contactRules.full_name),
  email: textField(contactRules.email),
  phone: textField(contactRules.phone),
  subject: textField(contactRules.subject),
  message: textField(contactRules.message),
  ...formFields,
})
export type ContactInput = z.infer<typeof contactInput>

export const ownerSchema = z.object({ id: z.number().int(), name: z.string() })
export type Owner = z.infer<typeof ownerSchema>

/** A row of the staff's list, in the order of the export's columns. */
export const contactSchema = z.object({
  id: z.number().int(),
  status: z.enum(contactStatuses),
  is_read: z.boolean(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  owner: ownerSchema.nullable().describe('The user who takes care of it'),
  answered_at: z.string().nullable().describe('When the first reply was written'),
  answer_due_at: z
    .string()
    .nullable()
    .describe('Until when an answer is promised; null once it needs none'),
  created_at: z.string(),
  consent_version: z.string().describe('The version of the privacy page that it was sent under'),
  updated_at: z.string(),
})
export type Contact = z.infer<typeof contactSchema>

const replySchema = z.object({
  id: z.number().int(),
  by: z.string(),
  by_me: z.boolean(),
  text: z.string(),
  outcome: z.enum(replyOutcomes),
  error: z.string().describe('Why its email could not be sent, or empty'),
  sent_at: z.string().nullable(),
  created_at: z.string(),
})
export type Reply = z.infer<typeof replySchema>

const answerSchema = z.object({
  id: z.number().int(),
  email: z.string().describe('The address that it names; empty for that of the message. Unproved'),
  text: z.string(),
  quoted: z.string().describe('What it quotes of our email'),
  attachments: z.array(z.string()).describe('The names of what is left in the mailbox'),
  is_automatic: z.boolean().describe('Whether a program has answered'),
  is_cut: z.boolean().describe('Whether its end is left in the mailbox'),
  is_doubtful: z
    .boolean()
    .describe('Whether the mail server found that it is not from the address that it names'),
  created_at: z.string(),
})
export type Answer = z.infer<typeof answerSchema>

const noteSchema = z.object({
  id: z.number().int(),
  by: z.string(),
  text: z.string(),
  created_at: z.string(),
})
export type Note = z.infer<typeof noteSchema>

export const draftSchema = z.object({ text: z.string(), updated_at: z.string() })
export type ReplyDraft = z.infer<typeof draftSchema>

const relatedSchema = z.object({
  kind: z.enum(['application', 'talent', 'event_registration', 'message']),
  id: z.number().int().describe('Of the application, the talent, the event or the message'),
  title: z.string(),
  created_at: z.string(),
})
export type Related = z.infer<typeof relatedSchema>

export const contactDetail = contactSchema.extend({
  replies: z.array(replySchema).describe('The oldest first'),
  answers: z.array(answerSchema).describe('What the visitor answered by email, the oldest first'),
  notes: z.array(noteSchema).describe('The oldest first'),
  draft: draftSchema.nullable().describe('What the user has typed and not sent yet'),
  related: z.array(relatedSchema).describe('What else came from the same email, the latest first'),
  is_sending: z.boolean().describe('Whether a mail server is configured'),
})
export type ContactDetail = z.infer<typeof contactDetail>
