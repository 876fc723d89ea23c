import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { BatchRows } from '#platform/rows/batch-rows.ts'
import { runBatchOfEdits } from '#platform/rows/edit-many.ts'
import type { AuditPart } from '#platform/rows/stream-batch.ts'
import { recruiters } from '#shared/roles.ts'
import { type ContactStatus, contactStatusLabels } from '../validation.ts'
import { type Changes, changeMany, type WantedChange } from './change-many.ts'
import { lockOwner, lockUsers } from './owners.ts'
import { findOwners } from './queries.ts'

/** Followed by the owner's id; alone, it stands for nobody. */
const ownerWord = 'owner'

/** A change, or what a message had before it, as a batch keeps it: `SPAM`, `READ`, `UNREAD`, `owner 5` or `owner`. */
function textOf(field: keyof Changes, { status = 'NEW', is_read, owner }: Changes) {
  if (field === 'status') return status
  if (field === 'is_read') return is_read ? 'READ' : 'UNREAD'
  return owner ? `${ownerWord} ${owner}` : ownerWord
}

function changesFrom(value: string): Changes {
  if (value === 'READ' || value === 'UNREAD') return { is_read: value === 'READ' }
  return isOwner(value) ? { owner: ownerIn(value) } : { status: value as ContactStatus }
}

const isOwner = (value: string) => value.startsWith(ownerWord)
const ownerIn = (value: string) => Number(value.slice(ownerWord.length)) || null

/** Changes some messages in one transaction, as part of a batch that can be undone. */
export function changeMessages(
  context: RequestContext,
  seen: readonly Omit<WantedChange, 'changes'>[],
  changes: Changes,
  batch: number | null,
  audit: AuditPart,
) {
  const [field = 'status'] = Object.keys(changes) as (keyof Changes)[]
  return runBatchOfEdits(context, {
    target: 'message',
    to: textOf(field, changes),
    batch,
    audit,
    async run(transaction) {
      if (changes.owner) await lockOwner(transaction, changes.owner)
      const wanted = seen.map((one) => ({ ...one, changes }))
      const { changed, version, ...outcome } = await changeMany(transaction, context, wanted)
      return {
        ...outcome,
        changes: changed.map(({ id, ...before }) => ({
          id,
          from: textOf(field, before as Changes),
          version: version ?? '',
        })),
      }
    },
  })
}

/** How batches on messages are shown and undone. */
export const messageBatches: BatchRows = {
  access: recruiters,
  tags: ['Contact'],
  findNames: findMessageNames,

  async findLabels(database, values) {
    const owners = values.some(isOwner) ? await findOwners(database) : []
    const names = new Map(owners.map(({ id, name }) => [id, name]))
    return (value) => {
      const { status, is_read, owner } = changesFrom(value)
      if (status) return contactStatusLabels[status]
      if (is_read !== undefined) return is_read ? 'Read' : 'Unread'
      return owner ? (names.get(owner) ?? 'A deleted user') : 'Nobody'
    }
  },

  async restore(transaction, context, _to, changes) {
    // A former owner may have been deleted since.
    const owners = changes.flatMap(({ from }) => (isOwner(from) ? (ownerIn(from) ?? []) : []))
    const known = await lockUsers(transaction, owners)
    const wanted = changes.map(({ id, from, version: expected }) => {
      const former = changesFrom(from)
      const isGone = former.owner && !known.has(former.owner)
      return { id, expected, changes: isGone ? { owner: null } : former }
    })
    return changeMany(transaction, context, wanted)
  },
}

/** The names of senders by the ids of their messages, without deleted ones. */
export async function findMessageNames(database: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await database
    .selectFrom('contact_messages')
    .select(['id', 'full_name', 'subject'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, full_name, subject }) => [id, `${full_name}: ${subject}`]))
}
