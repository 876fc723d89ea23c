import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { editRowWithin } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import type { SettingSection, Settings } from '#shared/settings.ts'
import type { SavedSection } from '../contract.ts'
import { defaultSettings, withDefaults } from './read-settings.ts'

/** The version of a section that nobody has changed yet. */
const deliveredAt = '2026-01-01T00:00:00.000Z'

type Row<Name extends SettingSection> = Settings[Name] & SavedSection

/** A section with what it says now. */
export async function findSection<Name extends SettingSection>(
  { config }: Pick<RequestContext, 'config'>,
  database: Database,
  section: Name,
): Promise<Row<Name>> {
  const row = await database
    .selectFrom('settings')
    .select(['value', 'revision_id', 'by_name', 'updated_at'])
    .where('id', '=', section)
    .executeTakeFirst()
  return {
    ...withDefaults(defaultSettings(config), section, row?.value),
    updated_at: row?.updated_at ?? deliveredAt,
    updated_by: row?.by_name ?? '',
    revision: row?.revision_id ?? null,
  }
}

type SettingsChange<Name extends SettingSection> = {
  /** Whether it said this before, which the audit log tells. */
  isRestore: boolean
  expected: string | undefined
  /** Finds the fields to set; those that are undefined stay. */
  change: (transaction: Transaction<Tables>) => Promise<Partial<Settings[Name]>>
}

/**
 * Saves a section as a new version of it, unless nothing in it would be another.
 * @throws 409 when the section has changed since the editor read it
 */
export function saveSection<Name extends SettingSection>(
  context: RequestContext,
  section: Name,
  { isRestore, expected, change }: SettingsChange<Name>,
): Promise<Row<Name>> {
  return context.database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('settings')
      .values({ id: section, value: '{}', revision_id: null, by_name: '', updated_at: deliveredAt })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const changes = await change(transaction)
    const row = await editRowWithin<Row<Name>, object>(transaction, context, {
      table: 'settings',
      id: section,
      expected,
      changes,
      find: () => findSection(context, transaction, section),
      async write(_, after, version, before) {
        const values = valuesOf(after as Row<Name>)
        if (isDeepStrictEqual(values, valuesOf(before))) return
        const by_name = requireViewer(context).name
        const value = JSON.stringify(values)
        const { id } = await transaction
          .insertInto('setting_revisions')
          .values({ section, value, by_name, created_at: version })
          .returning('id')
          .executeTakeFirstOrThrow()
        await transaction
          .updateTable('settings')
          .set({ value, revision_id: id, by_name, updated_at: version })
          .where('id', '=', section)
          .execute()
        const fields = Object.keys(values).filter((field) => !isEqual(field, before, after))
        const line = { action: 'changed', target: 'settings', id: section } as const
        const how = isRestore ? { restored: true } : {}
        await writeAudit(transaction, context, { ...line, details: { fields, ...how } })
      },
    })
    if (!row) throw notFound('This section')
    return row
  })
}

/** The fields of a section without what tells of its version. */
const valuesOf = <Name extends SettingSection>(row: Row<Name>): Settings[Name] => {
  const { updated_at, updated_by, revision, ...values } = row
  return values as unknown as Settings[Name]
}

const isEqual = (field: string, one: object, other: object) =>
  isDeepStrictEqual(
    (one as Record<string, unknown>)[field],
    (other as Record<string, unknown>)[field],
  )

/** What a section said before. @throws 404 */
export async function findSavedValues<Name extends SettingSection>(
  { config }: Pick<RequestContext, 'config'>,
  database: Database,
  section: Name,
  revision: number | null,
): Promise<Settings[Name]> {
  const defaults = defaultSettings(config)
  if (revision === null) return defaults[section]
  const row = await database
    .selectFrom('setting_revisions')
    .select('value')
    .where('id', '=', revision)
    .where('section', '=', section)
    .executeTakeFirst()
  if (!row) throw notFound('This version')
  return withDefaults(defaults, section, row.value)
}
