import { findPage } from '#database/page.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { countOld, type RetainedKinds } from '#platform/retention/old-rows.ts'
import { markImagesUsed } from '#platform/storage/images.ts'
import {
  type Partner,
  type SettingSection,
  type Settings,
  settingSections,
} from '#shared/settings.ts'
import { type SettingRows, settingsContract } from '../contract.ts'
import { defaultSettings } from './read-settings.ts'
import { findSavedValues, findSection, saveSection } from './save-settings.ts'

const procedures = implementContract(settingsContract)

export const settingsHandlers = (kinds: RetainedKinds) =>
  procedures.router({
    get: procedures.get.handler(async ({ context }) => {
      const rows: Partial<Record<SettingSection, object>> = {}
      for (const section of settingSections) {
        rows[section] = await findSection(context, context.database, section)
      }
      return rows as SettingRows
    }),

    saveContact: procedures.saveContact.handler(save('contact')),
    saveSocial: procedures.saveSocial.handler(save('social')),
    saveAbout: procedures.saveAbout.handler(save('about')),
    savePartners: procedures.savePartners.handler(async (call) => {
      await markLogos(call.context, call.input.partners)
      return save('partners')(call)
    }),
    saveComments: procedures.saveComments.handler(save('comments')),
    saveEmails: procedures.saveEmails.handler(save('emails')),
    saveVisitors: procedures.saveVisitors.handler(save('visitors')),
    saveRetention: procedures.saveRetention.handler(save('retention')),

    previewRetention: procedures.previewRetention.handler(({ input, context }) =>
      countOld(context, kinds, input),
    ),

    revisions: procedures.revisions.handler(async ({ input, context }) => {
      const { section, ...page } = input
      const matching = context.database
        .selectFrom('setting_revisions')
        .where('section', '=', section)
      const ordered = matching
        .select(['id', 'by_name as by', 'created_at as saved_at', 'value'])
        .orderBy('id', 'desc')
      const { results, ...counts } = await findPage(matching, ordered, page)
      return {
        ...counts,
        delivered: defaultSettings(context.config)[section],
        results: results.map(({ value, ...row }) => ({ ...row, values: JSON.parse(value) })),
      }
    }),

    restore: procedures.restore.handler(async ({ input, context }) => {
      const { section, revision, expected_updated_at: expected } = input
      if (section === 'partners') {
        const { partners } = await findSavedValues(context, context.database, section, revision)
        await markLogos(context, partners)
      }
      return saveSection(context, section, {
        isRestore: true,
        expected,
        change: (transaction) => findSavedValues(context, transaction, section, revision),
      })
    }),
  })

type Changes<Name extends SettingSection> = {
  [Field in keyof Settings[Name]]?: Settings[Name][Field]
} & { expected_updated_at?: string }

/** The handler that saves a section. */
const save =
  <Name extends SettingSection>(section: Name) =>
  ({ input, context }: { input: Changes<Name>; context: RequestContext }) => {
    const { expected_updated_at: expected, ...changes } = input
    return saveSection(context, section, {
      isRestore: false,
      expected,
      change: async () => changes as unknown as Partial<Settings[Name]>,
    })
  }

/** @throws 400 for a picture that is stored no more */
const markLogos = (context: RequestContext, partners: readonly Partner[] = []) =>
  markImagesUsed(context, { partners: partners.map(({ logo }) => logo) })
