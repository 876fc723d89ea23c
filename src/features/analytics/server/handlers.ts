import { isbot } from 'isbot'
import { rejectFields } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { localDay } from '#shared/company.ts'
import { analyticsContract, reportDaysMax, type VisitEvent } from '../contract.ts'
import { clickName } from '../validation.ts'
import { countEvent, otherName } from './counts.ts'
import { countedPath } from './pages.ts'
import { addDays, daysBetween, makeReport } from './report.ts'

const procedures = implementContract(analyticsContract)

/** The default length of a report. */
const reportDays = 30

export const analyticsHandlers = procedures.router({
  collect: procedures.collect.handler(async ({ input, context }) => {
    const { headers, database } = context
    const isOptedOut = headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
    const browser = headers.get('user-agent')
    if (isOptedOut || !browser || isbot(browser)) return
    const day = localDay(context.now())
    const path = countedPath(input.path)
    for (const event of input.events) {
      const seconds = event.name === 'total_time' ? event.value : 0
      countEvent(database, { day, path, event: event.name, value: detailOf(event), seconds })
    }
  }),

  report: procedures.report.handler(({ input, context }) => {
    const to = input.to ?? localDay(context.now())
    const from = input.from ?? addDays(to, 1 - reportDays)
    if (from > to) throw rejectFields({ from: ['The first day must not be after the last one'] })
    if (daysBetween(from, to) >= reportDaysMax) {
      throw rejectFields({ from: [`Please choose at most ${reportDaysMax} days`] })
    }
    return makeReport(context.database, { from, to, path: input.path })
  }),
})

/** The value that distinguishes events of one name. */
function detailOf(event: VisitEvent) {
  // The tracker removes personal data from labels; requests of other programs get the same treatment.
  if (event.name === 'click') return clickName(event.value.replace(/\p{C}/gu, ' ')) || otherName
  return event.name === 'scroll_depth' || event.name === 'time_on_page' ? String(event.value) : ''
}
