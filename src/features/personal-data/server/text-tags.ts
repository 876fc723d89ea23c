import type { tablesWithVisitors } from '#database/personal-data.ts'
import type { tablesWithoutVisitors } from '#database/tables-without-visitors.ts'
import type { Tag } from '#shared/procedure.ts'
import type { TableName } from './person.ts'

type Declared = typeof tablesWithVisitors & typeof tablesWithoutVisitors

/** Where staff write texts. */
type TextTable = {
  [Table in keyof Declared]: Declared[Table] extends { texts: string } ? Table : never
}[keyof Declared]

const tags: Readonly<Record<TextTable, readonly Tag[]>> = {
  application_history: ['Application'],
  application_notes: ['Application'],
  interviews: ['Interview', 'Application'],
  talent_history: ['Talent'],
  contact_replies: ['Contact'],
  contact_notes: ['Contact'],
  contact_drafts: ['Contact'],
  comment_blocks: ['Comment'],
  certificates: ['Certificates'],
  certificate_history: ['Certificates'],
  outbox: ['Email'],
  // What a mail server said stands beside the emails, too.
  suppressions: ['Email', 'Subscriber'],
  trash: ['Trash'],
  audit_log: ['Activity'],
  saved_views: ['View'],
  images: ['Gallery'],
}

/** The cache tags of what shows the texts of a table: none for copies that are only compared with. */
export const tagsOfTexts = (table: TableName): readonly Tag[] =>
  (tags as Partial<Record<TableName, readonly Tag[]>>)[table] ?? []
