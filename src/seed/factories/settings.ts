import type { Services } from '#platform/http/context.ts'
import type { Settings } from '#shared/settings.ts'

/** Settings as if an administrator had saved them: by default the contacts with another phone number. */
export async function createSettings(
  { database, now, tagVersions }: Services,
  contact: Partial<Settings['contact']> = { phone: '+250 788 123 456' },
) {
  const at = now().toISOString()
  const row = { value: JSON.stringify(contact), by_name: 'Diane Keza' }
  const { id } = await database
    .insertInto('setting_revisions')
    .values({ ...row, section: 'contact', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('settings')
    .values({ ...row, id: 'contact', revision_id: id, updated_at: at })
    .execute()
  tagVersions.invalidate(['Settings'])
}
