import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { notFound, withTakenFields } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { type ReplyTemplate, replyTemplatesContract } from '../templates-contract.ts'

const procedures = implementContract(replyTemplatesContract)

const columns = ['id', 'title', 'text', 'created_at', 'updated_at'] as const
const target = 'reply template'

export const templateTrash = trashKind({
  name: target,
  table: 'reply_templates',
  titleOf: ({ title }) => title,
  unique: [
    {
      columns: ['title_key'],
      taken: { title: ['Another template has this title now. Rename or delete that first.'] },
    },
  ],
})

export const replyTemplatesHandlers = procedures.router({
  list: procedures.list.handler(({ input, context: { database } }) => {
    let query = database.selectFrom('reply_templates')
    if (input.search) query = query.where(contains('title_key', input.search))
    return findPage(query, query.select(columns).orderBy('title_key'), input)
  }),

  create: procedures.create.handler(({ input, context }) =>
    takingTitle(() =>
      context.database.transaction().execute(async (transaction) => {
        const now = context.now().toISOString()
        const template = await transaction
          .insertInto('reply_templates')
          .values({ ...input, ...keyOf(input), created_at: now, updated_at: now })
          .returning(columns)
          .executeTakeFirstOrThrow()
        await writeAudit(transaction, context, { action: 'created', target, id: template.id })
        return template
      }),
    ),
  ),

  update: procedures.update.handler(async ({ input, context }) => {
    const { id, expected_updated_at: expected, ...changes } = input
    const template = await takingTitle(() =>
      editRow(context, 'This template', {
        table: 'reply_templates',
        id,
        expected,
        changes,
        write: updateTemplate,
        audit: { target },
        find: (transaction: Transaction<Tables>) => findTemplate(transaction, id),
      }),
    )
    return template
  }),

  delete: procedures.delete.handler(async ({ input: { id }, context }) => {
    if (!(await discardAudited(context, templateTrash, id))) throw notFound('This template')
  }),
})

const keyOf = ({ title }: { title: string }) => ({ title_key: searchable(title) })

async function findTemplate(database: Database, id: number) {
  const row = await database
    .selectFrom('reply_templates')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

async function updateTemplate(
  transaction: Transaction<Tables>,
  { id, title, text }: ReplyTemplate,
  updated_at: string,
) {
  await transaction
    .updateTable('reply_templates')
    .set({ title, text, ...keyOf({ title }), updated_at })
    .where('id', '=', id)
    .execute()
}

const takingTitle = <Result>(write: () => Promise<Result>) =>
  withTakenFields(write, { title: ['There is a template of this title already'] })
