import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields, notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { createOnce } from '#platform/rows/audited.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { localDay } from '#shared/company.ts'
import type { AnalyticsReport } from '../contract.ts'
import { linksContract, type SharedStatistics, type StatisticsLink } from '../links-contract.ts'
import type { LinkSection } from '../validation.ts'
import { periodOf } from './handlers.ts'
import { makeReport } from './report.ts'

const procedures = implementContract(linksContract)
const target = 'statistics link'
const shownMax = 200

type Row = Selectable<Tables['statistics_links']>

function toLink({ config, now }: RequestContext, row: Row): StatisticsLink {
  const { id, name, by_name, created_at, revoked_at, ends_day: ends_on } = row
  return {
    id,
    name,
    by_name,
    created_at,
    revoked_at,
    ends_on,
    url: `${siteUrlOf(config)}/statistics/${row.token}`,
    sections: JSON.parse(row.sections),
    from: row.from_day,
    to: row.to_day,
    is_open: revoked_at === null && ends_on >= localDay(now()),
  }
}

export const linksHandlers = procedures.router({
  links: procedures.links.handler(async ({ context }) => {
    const rows = await context.database
      .selectFrom('statistics_links')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(shownMax)
      .execute()
    return { results: rows.map((row) => toLink(context, row)) }
  }),

  createLink: procedures.createLink.handler(async ({ input, context }) => {
    const { name, sections, ends_on } = input
    const { from, to } = periodOf(context, input)
    if (ends_on < localDay(context.now())) {
      throw invalidFields({ ends_on: ['This day is over'] })
    }
    const { id } = await createOnce(context, target, async (transaction) => {
      const link = await transaction
        .insertInto('statistics_links')
        .values({
          name,
          sections: JSON.stringify(sections),
          token: randomBytes(24).toString('base64url'),
          from_day: from,
          to_day: to,
          ends_day: ends_on,
          by_name: requireViewer(context).name,
          created_at: context.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: link.id, details: { sections, from, to, ends_on } }
    })
    const row = await context.database
      .selectFrom('statistics_links')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirst()
    if (!row) throw notFound('This link')
    return toLink(context, row)
  }),

  revokeLink: procedures.revokeLink.handler(({ input: { id }, context }) =>
    context.database.transaction().execute(async (transaction) => {
      const revoked = await transaction
        .updateTable('statistics_links')
        .set({ revoked_at: context.now().toISOString() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (!revoked) throw notFound('This link')
      await writeAudit(transaction, context, { action: 'revoked', target, id })
      return toLink(context, revoked)
    }),
  ),

  shared: procedures.shared.handler(async ({ input: { token }, context }) => {
    context.responseHeaders.set('cache-control', 'no-store')
    context.responseHeaders.set('x-robots-tag', 'noindex')
    const row = await context.database
      .selectFrom('statistics_links')
      .selectAll()
      .where('token', '=', token)
      .executeTakeFirst()
    const link = row && toLink(context, row)
    if (!link?.is_open) throw notFound('Such a link')
    const { name, from, to, ends_on, sections } = link
    const report = await makeReport(
      context.database,
      { from, to },
      { publicAt: context.now().toISOString() },
    )
    const shown = sections.map((section) => partsOf[section](report))
    return Object.assign({ name, from, to, ends_on }, ...shown) as SharedStatistics
  }),
})

/** What each section shows of a report. */
const partsOf: Record<LinkSection, (report: AnalyticsReport) => Partial<SharedStatistics>> = {
  visits: ({ page_views, landings, visitors_per_day, days }) => ({
    totals: { page_views, landings, visitors_per_day },
    days,
  }),
  pages: ({ pages }) => ({ pages }),
  sources: ({ sources, devices }) => ({ sources, devices }),
  reading: ({ scroll_depth, time_on_page }) => ({ scroll_depth, time_on_page }),
  application: ({ funnel }) => ({ funnel }),
}
