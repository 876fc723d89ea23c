import { lockRows } from '#database/lock-row.ts'
import { releaseFiles } from '#platform/storage/files.ts'
import { cutFromEntry } from '#platform/trash/in-trash.ts'
import { erasePortraits } from './erase-portraits.ts'
import { auditedIds, type Step, type StepOutcome } from './erase-work.ts'
import { fileIdsOf, findPersonRows } from './person.ts'
import { findTrashed, trashedRows } from './trashed.ts'

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
    await cutFromEntry(transaction, entry, entry.own)
  }
  const portraits = await erasePortraits(transaction, rows.get('testimonials') ?? [], pseudonym)
  return {
    counts: { trash: entries.length + portraits.trashed },
    ids: auditedIds(rows, person),
    files: [...(await releaseFiles(transaction, files)), ...portraits.files],
    tags: ['Trash'],
  }
}
