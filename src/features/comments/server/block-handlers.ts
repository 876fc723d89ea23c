import type { Selectable } from 'kysely'
import { isUniqueViolation } from '#database/errors.ts'
import type { NewsTables } from '#database/news-tables.ts'
import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { dayMs } from '#shared/durations.ts'
import { formatDateTime } from '#shared/format.ts'
import { type BlockInput, type CommentBlock, commentBlocksContract } from '../blocks-contract.ts'
import type { BlockKind } from '../validation.ts'
import { normalizeBlock } from './blocks.ts'

const procedures = implementContract(commentBlocksContract)

export const blockTrash = trashKind({
  name: 'comment block',
  table: 'comment_blocks',
  titleOf: ({ kind, value, note }) => (kind === 'network' ? `A network ${note}`.trim() : value),
  unique: [{ columns: ['kind', 'value'], taken: { value: ['This is blocked again already.'] } }],
})

/** Networks move on to other people. */
const networkBlockDays = 7

export const commentBlocksHandlers = procedures.router({
  list: procedures.list.handler(async ({ context }) => ({
    results: await findBlocks(context.database, context.now()),
  })),

  create: procedures.create.handler(({ input, context }) => createBlock(context, input)),

  delete: procedures.delete.handler(async ({ input, context }) => {
    if (!(await discardAudited(context, blockTrash, input.id))) throw notFound('This block')
  }),
})

async function createBlock(context: RequestContext, input: BlockInput) {
  const { kind, note } = input
  const value =
    input.kind === 'network'
      ? await networkOf(context, input.comment_id)
      : normalizeBlock(input.kind, input.value)
  const now = context.now()
  const until = new Date(now.getTime() + networkBlockDays * dayMs)
  try {
    return await context.database.transaction().execute(async (transaction) => {
      // One that is over but not cleaned up yet would be in the way.
      await transaction
        .deleteFrom('comment_blocks')
        .where('expires_at', '<=', now.toISOString())
        .execute()
      const row = await transaction
        .insertInto('comment_blocks')
        .values({
          kind,
          value,
          note,
          hits: 0,
          last_hit_at: null,
          by_name: requireViewer(context).name,
          created_at: now.toISOString(),
          expires_at: kind === 'network' ? until.toISOString() : null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const line = { action: 'created', target: 'comment block', id: row.id } as const
      await writeAudit(transaction, context, { ...line, details: { kind } })
      return toBlock(row)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw await alreadyBlocked(context, kind, value)
  }
}

async function networkOf({ database }: RequestContext, id: number) {
  const comment = await database
    .selectFrom('comments')
    .select('network_key')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!comment) throw notFound('This comment')
  if (comment.network_key) return comment.network_key
  throw conflict('Where this comment came from is not known any more: it is kept for 30 days.')
}

async function alreadyBlocked({ database }: RequestContext, kind: string, value: string) {
  const block = await database
    .selectFrom('comment_blocks')
    .select(['by_name', 'created_at'])
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst()
  const who = block ? ` by ${block.by_name} at ${formatDateTime(block.created_at)}` : ''
  return conflict(`This is blocked already${who}.`)
}

async function findBlocks(database: Database, now: Date) {
  const rows = await database
    .selectFrom('comment_blocks')
    .selectAll()
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', now.toISOString())]),
    )
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toBlock)
}

type Row = Selectable<NewsTables['comment_blocks']>

const toBlock = ({ kind, value, ...row }: Row): CommentBlock => ({
  ...row,
  kind: kind as BlockKind,
  value: kind === 'network' ? '' : value,
})
