import { rejectFields } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { localDay } from '#shared/company.ts'
import { analyticsContract, reportDaysMax } from '../contract.ts'
import { countVisit, isUncounted } from './collect.ts'
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
    const to = input.to ?? localDay(context.now())
    const from = input.from ?? addDays(to, 1 - reportDays)
    if (from > to) throw rejectFields({ from: ['The first day must not be after the last one'] })
    if (daysBetween(from, to) >= reportDaysMax) {
      throw rejectFields({ from: [`Please choose at most ${reportDaysMax} days`] })
    }
    return makeReport(context.database, { ...input, from, to })
  }),
})
