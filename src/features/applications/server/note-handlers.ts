import type { Transaction } from 'kysely'
import { keepUsers, lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { forbidden, notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { createAudited } from '#platform/rows/audited.ts'
import { editRowWithin } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { type ApplicationNote, applicationNotesContract } from '../notes-contract.ts'
import {
  checkOffMention,
  findColleagues,
  findMentions,
  keepMentioned,
  recordMentions,
} from './mentions.ts'
import { findNotes } from './notes.ts'

const procedures = implementContract(applicationNotesContract)
const subject = 'This note'
const target = 'note on application'

export const noteTrash = trashKind({
  name: target,
  table: 'application_notes',
  titleOf: ({ author_name, text }) => `${author_name}: ${text.slice(0, 120)}`,
  parents: {
    application_id: { application: ['The application was deleted. Restore that first.'] },
  },
})

export const applicationNotesHandlers = procedures.router({
  add: procedures.add.handler(async ({ input: { id: application_id, text }, context }) => {
    const { id: author_id, name: author_name } = requireViewer(context)
    const note = await createAudited(context, target, async (transaction) => {
      await keepUsers(transaction, [author_id])
      await keepMentioned(transaction, text)
      // Locked, so that it isn't deleted meanwhile.
      if (!(await lockRow(transaction, 'applications', application_id))) {
        throw notFound('This application')
      }
      const at = context.now().toISOString()
      const { id } = await transaction
        .insertInto('application_notes')
        .values({
          application_id,
          author_id,
          author_name,
          text,
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordMentions(transaction, { application_id, note_id: id }, text, context.now())
      return id
    })
    return getNote(context.database, note)
  }),

  update: procedures.update.handler(({ input, context }) => {
    const { id, text, expected_updated_at: expected } = input
    return context.database.transaction().execute(async (transaction) => {
      await keepUsers(transaction, [requireViewer(context).id])
      await keepMentioned(transaction, text)
      await lockApplicationOf(transaction, id)
      const note = await editRowWithin(transaction, context, {
        table: 'application_notes',
        id,
        expected,
        changes(before: ApplicationNote) {
          refuseOthers(context, before)
          return { text }
        },
        find: async () => (await findNotes(transaction, { id }))[0] ?? null,
        async write(_, after, version) {
          const { application_id } = await transaction
            .updateTable('application_notes')
            .set({ text: after.text, updated_at: version })
            .where('id', '=', id)
            .returning('application_id')
            .executeTakeFirstOrThrow()
          await recordMentions(transaction, { application_id, note_id: id }, text, context.now())
          await writeAudit(transaction, context, { action: 'changed', target, id })
        },
      })
      if (!note) throw notFound(subject)
      return note
    })
  }),

  delete: procedures.delete.handler(async ({ input: { id }, context }) => {
    await discardAudited(context, noteTrash, id, async (transaction) => {
      await lockRow(transaction, 'application_notes', id)
      refuseOthers(context, await getNote(transaction, id))
    })
  }),

  colleagues: procedures.colleagues.handler(async ({ context }) => ({
    results: await findColleagues(context.database),
  })),

  mentions: procedures.mentions.handler(({ input, context }) =>
    findMentions(context.database, requireViewer(context).id, input),
  ),

  checkOff: procedures.checkOff.handler(({ input: { id, is_done }, context }) => {
    const at = is_done ? context.now().toISOString() : null
    return context.database.transaction().execute(async (transaction) => {
      const mention = await checkOffMention(transaction, requireViewer(context).id, id, at)
      if (!mention) throw notFound('This mention')
      const details = { is_done }
      await writeAudit(transaction, context, { action: 'changed', target: 'mention', id, details })
      return mention
    })
  }),
})

async function getNote(database: Database, id: number) {
  const [note] = await findNotes(database, { id })
  if (!note) throw notFound(subject)
  return note
}

/** Locks the application of a note, before the note: whoever deletes the application takes the notes with it. */
async function lockApplicationOf(transaction: Transaction<Tables>, id: number) {
  const note = await transaction
    .selectFrom('application_notes')
    .select('application_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (note) await lockRow(transaction, 'applications', note.application_id)
}

/** @throws 403 unless the viewer has written the note */
function refuseOthers(context: RequestContext, { author, by }: ApplicationNote) {
  if (author !== requireViewer(context).id) {
    throw forbidden(`${by || 'Somebody else'} has written this note, so nobody else can change it.`)
  }
}
