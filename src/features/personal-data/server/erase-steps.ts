import { sql, type Transaction } from 'kysely'
import { auditTargetsOf } from '#database/row-names.ts'
import { endsWithLiteral } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { deleteUnsent, searchedIn } from '#platform/mail/outbox.ts'
import type { ErasedKinds, ErasedTable } from '#platform/retention/erased.ts'
import { hashEmail } from '#platform/security/audit-log.ts'
import { releaseFiles } from '#platform/storage/files.ts'
import { chunksOf } from '#shared/chunks.ts'
import { hasAccount } from './collect-person.ts'
import { erasePortraits } from './erase-portraits.ts'
import { eraseTrashed } from './erase-trashed.ts'
import {
  auditedIds,
  type LongStep,
  type Person,
  type Step,
  type StepOutcome,
} from './erase-work.ts'
import {
  fileIdsOf,
  findDependents,
  findEmailsTo,
  findOwnRows,
  type Row,
  readRows,
  rootTables,
  type TableName,
  valuesAtOnce,
} from './person.ts'
import { replacedInJson, replaceInTexts, withoutNames } from './texts.ts'

/** What is done one after the other. */
export const erasureSteps = (kinds: ErasedKinds): (Step | LongStep)[] => [
  // First, as long as the rows are known that what is in the trash belonged to.
  eraseTrashed,
  ...(Object.keys(kinds) as ErasedTable[]).map((table) => eraseRows(table, kinds)),
  eraseEmails,
  eraseTraces,
  { inParts: replaceInTexts },
]

const eraseRows =
  (table: ErasedTable, kinds: ErasedKinds): Step =>
  async ({ transaction, person, pseudonym, before, at }): Promise<StepOutcome> => {
    const kind = kinds[table]
    const erased = person.ids[table] ?? []
    const issued = table === 'certificates' ? erased : []
    const find = async () =>
      (await findOwnRows(transaction, table, { ...person, before: undefined })).filter(
        ({ id, created_at }) => String(created_at) <= before || issued.includes(Number(id)),
      )
    const findStrays = async (ids: readonly number[]) =>
      ids.length > 0 ? ((await kind.findStrays?.(transaction, ids)) ?? []) : []
    const wanted = (await find()).map(({ id }) => Number(id))
    if (wanted.length === 0) return { counts: {}, files: await findStrays(erased) }
    await kind.lock?.(transaction, wanted)
    await transaction
      .selectFrom(table as 'talents')
      .select('id')
      .where('id', 'in', wanted)
      .orderBy('id')
      .forUpdate()
      .execute()
    // Some may have gone while the locks were waited for.
    const rows = await find()
    const ids = rows.map(({ id }) => Number(id))
    if (ids.length === 0) return { counts: {}, files: await findStrays(erased) }
    const dependents = await findDependents(transaction, table, rows, person.email_key)
    const certificates = table === 'applications' ? await findIssued(transaction, ids, person) : []
    const kept = (await kind.keep?.(transaction, ids, pseudonym, at)) ?? []
    const gone = ids.filter((id) => !kept.includes(id))
    if (gone.length > 0) {
      await kind.release?.(transaction, gone)
      await transaction
        .deleteFrom(table as 'talents')
        .where('id', 'in', gone)
        .execute()
    }
    await deleteEdits(transaction, [[table, rows], ...dependents])
    const portraits = await erasePortraits(
      transaction,
      table === 'testimonials' ? rows : [],
      pseudonym,
    )
    return {
      counts: { [table]: ids.length, trash: portraits.trashed },
      ids: {
        ...auditedIds(dependents, person),
        [table]: [...erased, ...ids],
        ...(certificates.length > 0 && {
          certificates: [...(person.ids.certificates ?? []), ...certificates],
        }),
      },
      files: [
        ...(await releaseFiles(transaction, fileIdsOf(rows))),
        ...(await findStrays([...erased, ...ids])),
        ...portraits.files,
      ],
      tags: [...kind.tags, 'Trash', ...rows.flatMap((row) => kind.rowTagsOf?.(row) ?? [])],
    }
  }

/**
 * The certificates that were issued for these applications. They go as well, also those that were issued since the
 * erasure began: nobody could have issued them after it.
 */
async function findIssued(
  transaction: Transaction<Tables>,
  applications: readonly number[],
  { email_key }: Pick<Person, 'email_key'>,
) {
  const rows = await transaction
    .selectFrom('certificates')
    .select('id')
    .where('application_id', 'in', applications)
    .where('email_key', '=', email_key)
    .execute()
  return rows.map(({ id }) => id)
}

/** Edits keep what rows had before. */
async function deleteEdits(
  transaction: Transaction<Tables>,
  found: Iterable<readonly [TableName, readonly Row[]]>,
) {
  for (const [table, rows] of found) {
    const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [String(id)]))
    if (ids.length === 0) continue
    await transaction
      .deleteFrom('edits')
      .where('table_name', '=', table)
      .where('row_id', 'in', ids)
      .execute()
  }
}

/**
 * When a person has begun anew: with the first row since the erasure began, or at its beginning if they have an
 * account. What they were written until then was about what is erased.
 */
async function findRenewal({ transaction, person, before }: Parameters<Step>[0]) {
  if (await hasAccount({ database: transaction }, person)) return before
  const times: string[] = []
  for (const table of rootTables) {
    const rows = await findOwnRows(transaction, table, { ...person, before: undefined })
    times.push(...rows.map(({ created_at }) => String(created_at)))
  }
  return times.filter((time) => time > before).sort()[0]
}

/** An email that is unsent is not sent any more; of others stays that there was one. */
const eraseEmails: Step = async (work): Promise<StepOutcome> => {
  const { transaction, person, pseudonym, before, at } = work
  // First the emails: what is written of something new meanwhile comes with its row.
  const emails = await findEmailsTo(transaction, person, at)
  const renewal = await findRenewal(work)
  const ids = emails
    .filter(({ created_at, is_requested }) => {
      const time = String(created_at)
      return time <= before || (Number(is_requested) === 0 && (!renewal || time < renewal))
    })
    .map(({ id }) => Number(id))
  if (ids.length === 0) return { counts: {} }
  await deleteUnsent(transaction, ids)
  await transaction
    .updateTable('outbox')
    .set({
      recipient: pseudonym,
      recipient_key: pseudonym,
      subject: 'Erased',
      search_text: searchedIn({ recipient: pseudonym, subject: 'Erased' }),
      body: '',
      parts: '',
      calendar: '',
      unsubscribe_link: '',
      last_error: '',
    })
    .where('id', 'in', ids)
    .execute()
  return { counts: { outbox: ids.length }, tags: ['Email'] }
}

/** What other tables note of an email, and the audit log, which keeps its lines. */
const eraseTraces: Step = async ({ services, transaction, person, pseudonym, before }) => {
  const { emails, names, email_key, ids } = person
  // It stays: nobody shall lift it by having themselves erased.
  const block = await transaction
    .selectFrom('comment_blocks')
    .select(['id', 'note'])
    .where('kind', '=', 'email')
    .where('value', '=', email_key)
    .executeTakeFirst()
  if (block) {
    await transaction
      .updateTable('comment_blocks')
      .set({ note: withoutNames(block.note, names, pseudonym) })
      .where('id', '=', block.id)
      .execute()
  }
  for (const some of chunksOf(emails, valuesAtOnce)) {
    await transaction
      .deleteFrom('limits')
      .where((where) => where.or(some.map((email) => endsWithLiteral('key', `:${email}`))))
      .execute()
  }
  const { numUpdatedRows } = await transaction
    .updateTable('audit_log')
    .set({ target_id: pseudonym })
    .where(
      'target_id',
      'in',
      emails.map((email) => hashEmail(services, email)),
    )
    .where('created_at', '<=', before)
    .executeTakeFirst()
  let lines = Number(numUpdatedRows)
  for (const [table, some] of Object.entries(ids) as [TableName, number[]][]) {
    const targets = auditTargetsOf(table)
    if (targets.length === 0) continue
    const about = await readRows(
      transaction,
      'audit_log',
      (part) => sql`target_id in (${sql.join(part)}) and target in (${sql.join(targets)})`,
      some.map(String),
    )
    for (const { id, details } of about) {
      const text = replacedInJson(String(details), (value) => withoutNames(value, names, pseudonym))
      if (text === null || text === details) continue
      await transaction
        .updateTable('audit_log')
        .set({ details: text })
        .where('id', '=', Number(id))
        .execute()
      lines += 1
    }
  }
  return { counts: { audit_log: lines }, tags: ['Comment'] }
}
