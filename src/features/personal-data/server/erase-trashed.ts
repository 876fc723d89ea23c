import { lockRows } from '#database/lock-row.ts'
import type { Snapshot } from '#database/row-snapshots.ts'
import { releaseFiles } from '#platform/storage/files.ts'
import { withoutAnswer } from '#platform/text/answer-words.ts'
import { erasePortraits } from './erase-portraits.ts'
import { auditedIds, type Step, type StepOutcome } from './erase-work.ts'
import { fileIdsOf, findPersonRows } from './person.ts'
import { findTrashed, type Trashed, trashedRows } from './trashed.ts'

/** Takes a person out of the trash: entries about them go, from others their rows are left out. */
export const eraseTrashed: Step = async ({
  transaction,
  person,
  pseudonym,
  before,
}): Promise<StepOutcome> => {
  const subject = { ...person, before }
  const live = await findPersonRows(transaction, subject)
  // What is erased already as well: a note on it may have been deleted between two steps.
  const erased = (person.ids.applications ?? []).map((id) => ({ id }))
  live.set('applications', [...(live.get('applications') ?? []), ...erased])
  const found = (await findTrashed(transaction, subject, live)).map(({ id }) => id)
  if (found.length === 0) return { counts: {} }
  await lockRows(transaction, 'trash', found)
  // Another erasure may have taken somebody out of the same entries while the locks were waited for.
  const entries = await findTrashed(transaction, subject, live)
  const rows = trashedRows(entries)
  const files = fileIdsOf([...rows.values()].flat())
  if (files.length > 0) {
    await transaction.deleteFrom('trash_files').where('file_id', 'in', files).execute()
  }
  for (const entry of entries) {
    if (entry.isWhole) {
      await transaction.deleteFrom('trash').where('id', '=', entry.id).execute()
      continue
    }
    const snapshot = without(entry)
    await transaction
      .updateTable('trash')
      .set({ snapshot: JSON.stringify(snapshot), dependents: snapshot.rows.length - 1 })
      .where('id', '=', entry.id)
      .execute()
  }
  const portraits = await erasePortraits(transaction, rows.get('testimonials') ?? [], pseudonym)
  return {
    counts: { trash: entries.length + portraits.trashed },
    ids: auditedIds(rows, person),
    files: [...(await releaseFiles(transaction, files)), ...portraits.files],
    tags: ['Trash'],
  }
}

/** An entry without the person's rows. An event counts who registered for it, a message is searched by its answers. */
function without({ snapshot, own }: Trashed): Snapshot {
  const gone = new Set(own)
  const rows = snapshot.rows.filter((one) => !gone.has(one))
  const registrations = own.filter(({ table }) => table === 'event_registrations')
  const [top] = rows
  if (top?.table === 'events') {
    top.row.registered = Number(top.row.registered) - registrations.length
    top.row.arrived =
      Number(top.row.arrived) - registrations.filter(({ row }) => row.checked_in_at).length
  }
  if (top?.table === 'contact_messages') {
    for (const { table, row } of own) {
      if (table !== 'contact_answers' || row.is_automatic) continue
      top.row.search_text = withoutAnswer(String(top.row.search_text), String(row.text))
    }
  }
  return { rows, links: snapshot.links }
}
