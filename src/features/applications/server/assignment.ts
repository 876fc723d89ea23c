import type { Transaction } from 'kysely'
import { keepUsers } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { nextVersionOfAll } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, invalidFields, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import type { BatchRows } from '#platform/rows/batch-rows.ts'
import { runBatchOfEdits } from '#platform/rows/edit-many.ts'
import type { AuditPart, BatchPart } from '#platform/rows/stream-batch.ts'
import { recruiters } from '#shared/roles.ts'
import { chooseColleague } from '../filters-contract.ts'
import { findLatestEntries, insertEntries, isLaterThan } from './history.ts'
import { lockCohortsOf } from './lock-cohorts.ts'
import { findColleagues } from './mentions.ts'
import { findApplicantNames } from './queries.ts'
import { updateApplications } from './update-applications.ts'

type Wanted = {
  id: number
  assignee: number | null
  /** The assignee that the user saw: when it is another by now, the change is refused. */
  expected?: number | null
  /** Refuses the change when somebody has assigned it after this time. */
  unchanged_since?: string
}

/**
 * Assigns some applications, and records it in their histories. Those that fail don't keep the others from being
 * assigned.
 */
async function assignWithin(
  transaction: Transaction<Tables>,
  context: RequestContext,
  wanted: readonly Wanted[],
) {
  const outcome: Omit<BatchPart, 'batch'> = { succeeded: [], failed: [] }
  const ids = wanted.map(({ id }) => id)
  const by = requireViewer(context)
  await keepUsers(transaction, [by.id, ...wanted.flatMap(({ assignee }) => assignee ?? [])])
  await lockCohortsOf(transaction, ids)
  const rows = await transaction
    .selectFrom('applications')
    .leftJoin('users', 'users.id', 'applications.assignee_id')
    .select(['applications.id', 'assignee_id', 'users.name', 'status', 'applications.updated_at'])
    .where('applications.id', 'in', ids)
    .orderBy('applications.id')
    .forNoKeyUpdate('applications')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isOther = ({ id, expected }: Wanted) =>
    expected !== undefined && byId.get(id)?.assignee_id !== expected
  // Only those may be refused for what has changed.
  const doubtful = wanted.filter((one) => one.unchanged_since !== undefined || isOther(one))
  const latest = await findLatestEntries(
    transaction,
    doubtful.map(({ id }) => id),
    ['assignee'],
  )
  const people = await findPeople(transaction, wanted)
  const at = nextVersionOfAll(rows, context.now())
  const changed: (typeof rows)[number][] = []
  for (const one of wanted) {
    const { id, assignee, unchanged_since } = one
    const row = byId.get(id)
    const last = latest.get(id)
    if (!row) outcome.failed.push({ id, error: notFound('This application') })
    else if (isOther(one) || isLaterThan(last, unchanged_since)) {
      outcome.failed.push({ id, error: assignedMeanwhile(row.name, last?.describe()) })
    } else if (assignee !== null && !people.has(assignee)) {
      outcome.failed.push({ id, error: conflict('Who took care of it has no account any more.') })
    } else {
      outcome.succeeded.push(id)
      if (row.assignee_id !== assignee) changed.push(row)
    }
  }
  const wantedOf = new Map(wanted.map(({ id, assignee }) => [id, assignee]))
  const assigneeOf = (id: number) => wantedOf.get(id) ?? null
  await updateApplications(
    transaction,
    changed.map(({ id }) => ({ id, assignee_id: assigneeOf(id) })),
    at,
  )
  const nameOf = (id: number | null) => (id === null ? '' : (people.get(id) ?? ''))
  await insertEntries(
    transaction,
    { kind: 'assignee', by, at },
    changed.map(({ id, status, name }) => ({
      id,
      status,
      from_text: name ?? '',
      to_text: nameOf(assigneeOf(id)),
    })),
  )
  const changes = changed.map((row) => ({
    id: row.id,
    from: row.assignee_id === null ? '' : String(row.assignee_id),
    version: at,
  }))
  return { ...outcome, changes }
}

/** The names of the wanted assignees who still exist, by their ids. */
async function findPeople(transaction: Transaction<Tables>, wanted: readonly Wanted[]) {
  const ids = [...new Set(wanted.flatMap(({ assignee }) => assignee ?? []))]
  return ids.length === 0 ? new Map<number, string>() : findUserNames(transaction, ids)
}

async function findUserNames(database: Database, ids: readonly number[]) {
  const users = await database
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}

const assignedMeanwhile = (name: string | null, text: string | undefined) =>
  conflict(`${text ?? `${name ?? 'Nobody'} takes care of this by now.`} Please look at it again.`)

type AssignmentRequest = {
  seen: readonly Omit<Wanted, 'assignee'>[]
  /** Shared out evenly among them, in this order. */
  assignees: readonly number[]
  /** How many came before these. */
  first: number
  batch: number | null
}

/**
 * Assigns some applications in one transaction, as a batch that can be undone.
 * @throws 400 unless all assignees manage applications; 404 when there is no such batch to go on with
 */
export function assignApplications(
  context: RequestContext,
  { seen, assignees, first, batch }: AssignmentRequest,
  audit: AuditPart,
) {
  const distinct = [...new Map(seen.map((one) => [one.id, one])).values()]
  const wanted = distinct.map((one, index) => ({
    ...one,
    assignee: assignees[(first + index) % assignees.length] ?? null,
  }))
  return runBatchOfEdits(context, {
    target: 'assignment',
    to: assignees.join(','),
    batch,
    audit,
    async run(transaction) {
      const colleagues = await findColleagues(transaction)
      if (!assignees.every((id) => colleagues.some((one) => one.id === id))) {
        throw invalidFields({ assignees: [chooseColleague] })
      }
      return assignWithin(transaction, context, wanted)
    },
  })
}

/** How batches of assignments are shown and undone. */
export const assignmentBatches: BatchRows = {
  access: recruiters,
  tags: ['Application'],
  findNames: findApplicantNames,

  async findLabels(database, values) {
    const ids = [...new Set(values.flatMap((value) => value.split(',')))].filter(Boolean)
    const names = ids.length === 0 ? new Map() : await findUserNames(database, ids.map(Number))
    return (value: string) =>
      value === ''
        ? 'Nobody'
        : value
            .split(',')
            .map((id) => names.get(Number(id)) ?? 'A deleted user')
            .join(', ')
  },

  restore(transaction, context, _to, changes) {
    const wanted = changes.map(({ id, from, version: unchanged_since }) => ({
      id,
      assignee: from === '' ? null : Number(from),
      unchanged_since,
    }))
    return assignWithin(transaction, context, wanted)
  },
}
