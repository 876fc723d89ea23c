import type { Config } from '#config'
import type { Database } from '#database/open.ts'
import type { TagVersions } from '#platform/cache/tag-versions.ts'
import { companyDefaults } from '#shared/company-defaults.ts'
import { type SettingSection, type Settings, settingSections } from '#shared/settings.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import { defaultVisitorEmails } from '#shared/visitor-emails.ts'

/** The settings as delivered: those of `src/shared/company.ts` and of the environment. */
export const defaultSettings = (config: Pick<Config, 'commentModeration'>): Settings => ({
  ...companyDefaults,
  comments: { moderation: config.commentModeration === 'before' ? 'before' : 'after' },
  emails: defaultStatusEmails,
  visitors: { staff_told: true, staff_email: '', ...defaultVisitorEmails },
})

/** A section of which a field was never saved has the default there. */
export const withDefaults = <Name extends SettingSection>(
  defaults: Settings,
  section: Name,
  value: string | undefined,
): Settings[Name] => ({ ...defaults[section], ...(value ? JSON.parse(value) : {}) })

async function findSettings(database: Database, defaults: Settings): Promise<Settings> {
  const rows = await database.selectFrom('settings').select(['id', 'value']).execute()
  const stored = new Map(rows.map(({ id, value }) => [id, value]))
  return Object.fromEntries(
    settingSections.map((id) => [id, withDefaults(defaults, id, stored.get(id))]),
  ) as Settings
}

/**
 * Reads the settings once, and again after each change by any process that shares the database.
 * @returns a function that rejects when the database does, and then reads again with the next call
 */
export function createSettingsReader(
  config: Pick<Config, 'commentModeration'>,
  database: Database,
  tagVersions: Pick<TagVersions, 'versionOf'>,
) {
  const defaults = defaultSettings(config)
  let known: { version: number; settings: Promise<Settings> } | undefined
  return (transaction?: Database): Promise<Settings> => {
    if (transaction) return findSettings(transaction, defaults)
    const version = tagVersions.versionOf('Settings')
    if (known?.version === version) return known.settings
    const read = { version, settings: findSettings(database, defaults) }
    known = read
    read.settings.catch(() => {
      if (known === read) known = undefined
    })
    return read.settings
  }
}
