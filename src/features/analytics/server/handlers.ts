import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { localDay } from '#shared/company.ts'
import { analyticsContract, reportDaysMax } from '../contract.ts'
import { countVisit, isUncounted } from './collect.ts'
import { exportVisits } from './export.ts'
import { addDays, daysBetween } from './periods.ts'
import { makeReport } from './report.ts'

const procedures = implementContract(analyticsContract)

/** The default length of a report. */
const reportDays = 30

export const analyticsHandlers = procedures.router({
  collect: procedures.collect.handler(async ({ input, context }) => {
    if (isUncounted(context.headers)) return
    await countVisit(context, input)
  }),

  report: procedures.report.handler(({ input, context }) => {
    return makeReport(context.database, { ...input, ...periodOf(context, input) })
  }),

  export: procedures.export.handler(async ({ input: { query, body }, context }) => {
    const { format } = query
    const { filters } = body
    const period = periodOf(context, filters)
    await writeAudit(context.database, context, {
      action: 'exported',
      target: 'visits',
      id: null,
      details: { format, filters: { ...filters, ...period } },
    })
    return exportVisits(context, { ...filters, ...period }, format)
  }),
})

/** The days of a report. @throws 400 for a period that there is none of */
export function periodOf(
  { now }: Pick<RequestContext, 'now'>,
  input: { from?: string; to?: string },
) {
  const to = input.to ?? localDay(now())
  const from = input.from ?? addDays(to, 1 - reportDays)
  if (from > to) throw invalidFields({ from: ['The first day must not be after the last one'] })
  if (daysBetween(from, to) >= reportDaysMax) {
    throw invalidFields({ from: [`Please choose at most ${reportDaysMax} days`] })
  }
  return { from, to }
}
