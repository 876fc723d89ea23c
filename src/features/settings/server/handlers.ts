import { findPage } from '#database/page.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { markImagesUsed } from '#platform/storage/images.ts'
import { countOld, type RetainedKinds } from '#platform/storage/old-rows.ts'
import type { Partner, SettingSection, Settings } from '#shared/settings.ts'
import { settingsContract } from '../contract.ts'
import { defaultSettings } from './read-settings.ts'
import { findSavedValues, findSection, saveSection } from './save-settings.ts'

const procedures = implementContract(settingsContract)

export const settingsHandlers = (kinds: RetainedKinds) =>
  procedures.router({
    get: procedures.get.handler(async ({ context }) => {
      const find = <Name extends SettingSection>(section: Name) =>
        findSection(context, context.database, section)
      return {
        contact: await find('contact'),
        social: await find('social'),
        about: await find('about'),
        partners: await find('partners'),
        comments: await find('comments'),
        emails: await find('emails'),
        visitors: await find('visitors'),
        retention: await find('retention'),
      }
    }),

    saveContact: procedures.saveContact.handler(({ input, context }) =>
      change(context, 'contact', input),
    ),
    saveSocial: procedures.saveSocial.handler(({ input, context }) =>
      change(context, 'social', input),
    ),
    saveAbout: procedures.saveAbout.handler(({ input, context }) =>
      change(context, 'about', input),
    ),
    savePartners: procedures.savePartners.handler(async ({ input, context }) => {
      await markLogos(context, input.partners)
      return change(context, 'partners', input)
    }),
    saveComments: procedures.saveComments.handler(({ input, context }) =>
      change(context, 'comments', input),
    ),
    saveEmails: procedures.saveEmails.handler(({ input, context }) =>
      change(context, 'emails', input),
    ),
    saveVisitors: procedures.saveVisitors.handler(({ input, context }) =>
      change(context, 'visitors', input),
    ),
    saveRetention: procedures.saveRetention.handler(({ input, context }) =>
      change(context, 'retention', input),
    ),

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
        action: 'restored',
        expected,
        change: (transaction) => findSavedValues(context, transaction, section, revision),
      })
    }),
  })

const change = <Name extends SettingSection>(
  context: RequestContext,
  section: Name,
  {
    expected_updated_at: expected,
    ...changes
  }: { [Field in keyof Settings[Name]]?: Settings[Name][Field] | undefined } & {
    expected_updated_at?: string | undefined
  },
) =>
  saveSection(context, section, {
    action: 'changed',
    expected,
    change: async () => changes as unknown as Partial<Settings[Name]>,
  })

/** @throws 400 for a picture that is stored no more */
const markLogos = (context: RequestContext, partners: readonly Partner[] = []) =>
  markImagesUsed(context, { partners: partners.map(({ logo }) => logo) })
