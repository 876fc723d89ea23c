import type { Database } from '#database/open.ts'
import { parseSnapshot } from '#database/row-snapshots.ts'
import type { Services } from '#platform/http/context.ts'
import type { ErasedKinds } from '#platform/retention/erased.ts'
import { erasedHash, type ListedErasure } from '#platform/retention/erasure-list.ts'
import { secretFingerprint } from '#platform/security/secret.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { attemptErasure, startErasure } from './erase.ts'
import { rootTables } from './person.ts'

/**
 * Erases again who was erased since the backup that was restored, with what they had stored before.
 * @returns how many people were there, and how many erasures were noted under another secret: of whom can't be known
 */
export async function repeatErasures(
  services: Services,
  kinds: ErasedKinds,
  listed: readonly ListedErasure[],
) {
  const { database, secret } = services
  const key = secretFingerprint(secret)
  const known = await database.selectFrom('erasures').select(['email_hash', 'created_at']).execute()
  const done = new Set(known.map(({ email_hash, created_at }) => `${email_hash} ${created_at}`))
  const wanted = listed.filter(({ hash, at }) => !done.has(`${hash} ${at}`))
  let repeated = 0
  if (wanted.length > 0) {
    const people = new Map<string, string>()
    for (const email_key of await findEmailKeys(database)) {
      people.set(erasedHash({ secret }, email_key), email_key)
    }
    for (const { hash, at, testimonials } of wanted) {
      const email_key = people.get(hash)
      if (email_key === undefined) continue
      const subject = { email_key, testimonial_ids: testimonials }
      const by = { clientIp: '', askedBy: 'Restored backup' }
      await attemptErasure(services, kinds, await startErasure(services, subject, by, at))
      repeated += 1
    }
  }
  return { repeated, unknown: wanted.filter((one) => one.key !== key).length }
}

/** Every email of which something is stored, in one spelling. */
async function findEmailKeys(database: Database) {
  const keys = new Set<string>()
  for (const table of rootTables) {
    const rows = await database
      .selectFrom(table as 'applications')
      .select('email_key')
      .distinct()
      .execute()
    for (const { email_key } of rows) keys.add(email_key)
  }
  const emails = await database.selectFrom('outbox').select('recipient').distinct().execute()
  for (const { recipient } of emails) keys.add(emailKeyOf(recipient))
  const blocks = database.selectFrom('comment_blocks').select('value').where('kind', '=', 'email')
  for (const { value } of await blocks.execute()) keys.add(value)
  const entries = await database.selectFrom('trash').select('snapshot').execute()
  for (const { snapshot } of entries) {
    for (const { row } of parseSnapshot(snapshot)?.rows ?? []) {
      if (row.email_key) keys.add(String(row.email_key))
    }
  }
  return keys
}
