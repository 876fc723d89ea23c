import type { Transaction } from 'kysely'
import { keepUsers } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import { fullName } from '#shared/full-name.ts'
import { recruiters } from '#shared/roles.ts'
import { type Colleague, mentionsIn } from '../mentions-in-text.ts'
import type { Mention } from '../notes-contract.ts'

/** The users who manage applications, by name, without disabled accounts. */
export const findColleagues = (database: Database): Promise<Colleague[]> =>
  database
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'in', recruiters)
    .where('disabled_at', 'is', null)
    .orderBy('search_text')
    .orderBy('id')
    .execute()

/** Keeps the users whom a text mentions from being deleted. Call it first in the transaction. */
export async function keepMentioned(transaction: Transaction<Tables>, text: string) {
  if (!text.includes('@')) return
  const mentions = mentionsIn(text, await findColleagues(transaction))
  await keepUsers(
    transaction,
    mentions.flatMap(({ people }) => people.map(({ id }) => id)),
  )
}

/** The note of an application, or the entry of its history, that mentions somebody. */
type Source = { application_id: number } & ({ note_id: number } | { history_id: number })

/**
 * Records the users whom a text mentions. Mentions of an earlier text of the same note stay, also when a user has
 * another name by now; mentions that the text no longer has are removed.
 */
export async function recordMentions(
  transaction: Transaction<Tables>,
  source: Source,
  text: string,
  now: Date,
) {
  const known =
    'note_id' in source
      ? await transaction
          .selectFrom('application_mentions')
          .select(['user_id as id', 'name'])
          .where('note_id', '=', source.note_id)
          .execute()
      : []
  const isKnown = ({ id }: Colleague) => known.some((one) => one.id === id)
  const others = text.includes('@') ? await findColleagues(transaction) : []
  const people = [...known, ...others.filter((one) => !isKnown(one))]
  const meant = new Map(
    mentionsIn(text, people)
      .flatMap((mention) => mention.people)
      .map((one) => [one.id, one]),
  )
  const gone = known.filter(({ id }) => !meant.has(id)).map(({ id }) => id)
  if ('note_id' in source && gone.length > 0) {
    await transaction
      .deleteFrom('application_mentions')
      .where('note_id', '=', source.note_id)
      .where('user_id', 'in', gone)
      .execute()
  }
  const added = [...meant.values()].filter((one) => !isKnown(one))
  if (added.length === 0) return
  await transaction
    .insertInto('application_mentions')
    .values(
      added.map(({ id, name }) => ({
        note_id: null,
        history_id: null,
        ...source,
        user_id: id,
        name,
        done_at: null,
        created_at: now.toISOString(),
      })),
    )
    .execute()
}

const mentionsOf = (database: Database, userId: number) =>
  database.selectFrom('application_mentions').where('user_id', '=', userId)

const withText = (database: Database, userId: number) =>
  mentionsOf(database, userId)
    .innerJoin('applications', 'applications.id', 'application_mentions.application_id')
    .innerJoin('cohorts', 'cohorts.id', 'applications.cohort_id')
    .leftJoin('application_notes', 'application_notes.id', 'application_mentions.note_id')
    .leftJoin('application_history', 'application_history.id', 'application_mentions.history_id')
    .select((select) => [
      'application_mentions.id',
      'application_mentions.application_id as application',
      'applications.first_name',
      'applications.last_name',
      'cohorts.name as cohort_name',
      select.fn.coalesce('application_notes.text', 'application_history.notes').as('text'),
      select.fn.coalesce('application_notes.author_name', 'application_history.by_name').as('by'),
      'application_mentions.done_at',
      'application_mentions.created_at',
    ])

type Row = Omit<Mention, 'applicant' | 'is_done' | 'text' | 'by'> & {
  first_name: string
  last_name: string
  text: string | null
  by: string | null
  done_at: string | null
}

const toMention = ({ first_name, last_name, text, by, done_at, ...row }: Row): Mention => ({
  ...row,
  applicant: fullName({ first_name, last_name }),
  text: text ?? '',
  by: by ?? '',
  is_done: done_at !== null,
})

/** A page of the notes that mention a user, the latest first. */
export async function findMentions(
  database: Database,
  userId: number,
  { is_done, ...page }: PageQuery & { is_done: boolean },
) {
  const operator = is_done ? 'is not' : 'is'
  const found = await findPage(
    mentionsOf(database, userId).where('done_at', operator, null),
    withText(database, userId)
      .where('application_mentions.done_at', operator, null)
      .orderBy('application_mentions.id', 'desc'),
    page,
  )
  return { ...found, results: found.results.map(toMention) }
}

/** Checks off a mention of a user, or takes that back. @returns null when the user has no such mention */
export async function checkOffMention(
  transaction: Transaction<Tables>,
  userId: number,
  id: number,
  done_at: string | null,
) {
  await transaction
    .updateTable('application_mentions')
    .set({ done_at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  const row = await withText(transaction, userId)
    .where('application_mentions.id', '=', id)
    .executeTakeFirst()
  return row ? toMention(row) : null
}
