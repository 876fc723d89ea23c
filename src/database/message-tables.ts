import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

type ContactMessagesTable = {
  id: Generated<number>
  full_name: string
  /** The name in sortable form. */
  name_key: string
  email: string
  /** The email in one spelling, to find what else its owner has sent. */
  email_key: string
  phone: string
  subject: string
  message: string
  status: string
  read_at: Time | null
  /** The user who takes care of it. */
  owner_id: number | null
  /** When the first reply was written. */
  answered_at: Time | null
  /** The Message-IDs of our emails about it, with spaces between. */
  thread_refs: Generated<string>
  /** The version of the privacy page that applied when it was sent; empty where none is known. */
  consent_version: Generated<string>
  /** All searchable fields as one text, with the digits of its numbers. */
  search_text: string
  created_at: Time
  updated_at: Time
}

/** What staff have answered by email. */
type ContactRepliesTable = {
  id: Generated<number>
  message_id: number
  /** Null once the user is deleted. */
  author_id: number | null
  author_name: string
  text: string
  /** Its email; null once the outbox has deleted it. */
  outbox_id: number | null
  /** The same for good: answers name the email. */
  email_id: number | null
  /** Set by a trigger when the outbox deletes an email that was sent. */
  sent_at: Time | null
  created_at: Time
}

/** What visitors answer to our replies, by email. */
type ContactAnswersTable = {
  id: Generated<number>
  message_id: number
  /** The hash of its Message-ID, unique: an email may be read twice. */
  received_key: string
  /** The address that it came from; empty if that is the message's. */
  email: string
  /** The same in one spelling. */
  email_key: string
  text: string
  /** What it quotes of our email. */
  quoted: string
  /** The names of what was attached and not taken over, as a JSON list. */
  attachments: string
  /** 1 for what a program has answered. */
  is_automatic: number
  /** 1 if the end of the email was left out. */
  is_cut: number
  /** 1 if our mail server found that it is not from the address that it names. */
  is_doubtful: number
  created_at: Time
}

/** What staff write about a message to each other. */
type ContactNotesTable = Pick<
  ContactRepliesTable,
  'id' | 'message_id' | 'author_id' | 'author_name' | 'text' | 'created_at'
>

/** Unfinished replies, one for each user and message. */
type ContactDraftsTable = {
  message_id: number
  user_id: number
  text: string
  /** Until then the user counts as typing, as `presence` has it of what is edited. */
  typing_until: Time
  updated_at: Time
}

type ReplyTemplatesTable = {
  id: Generated<number>
  title: string
  /** The title in one spelling, unique. */
  title_key: string
  text: string
  created_at: Time
  updated_at: Time
}

/** The tables of the messages that visitors send, and of their replies. */
export type MessageTables = {
  contact_messages: ContactMessagesTable
  contact_replies: ContactRepliesTable
  contact_answers: ContactAnswersTable
  contact_notes: ContactNotesTable
  contact_drafts: ContactDraftsTable
  reply_templates: ReplyTemplatesTable
}
