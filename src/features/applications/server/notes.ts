import type { Database } from '#database/open.ts'
import type { ApplicationNote } from '../notes-contract.ts'

/** The notes of an application, the latest first, or one of them, with whom they mention. */
export async function findNotes(
  database: Database,
  by: { id: number } | { application_id: number },
): Promise<ApplicationNote[]> {
  const notes = await database
    .selectFrom('application_notes')
    .select(['id', 'text', 'author_id', 'author_name', 'created_at', 'updated_at'])
    .where((where) => where.and(by))
    .orderBy('id', 'desc')
    .execute()
  if (notes.length === 0) return []
  const mentions = await database
    .selectFrom('application_mentions')
    .select(['note_id', 'user_id as id', 'name'])
    .where(
      'note_id',
      'in',
      notes.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const byNote = Map.groupBy(mentions, ({ note_id }) => note_id)
  return notes.map(({ author_id: author, author_name: by_name, ...note }) => ({
    ...note,
    author,
    by: by_name,
    mentions: (byNote.get(note.id) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}
