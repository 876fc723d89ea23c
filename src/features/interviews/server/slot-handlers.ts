import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { attachment } from '#platform/storage/files.ts'
import { panelCalendar } from '../interview-calendar.ts'
import { slotsContract } from '../slots-contract.ts'
import { cancelSlots } from './cancel-slots.ts'
import { changeSlot } from './change-slot.ts'
import { findSummary } from './interview-list.ts'
import { makeSlots } from './make-slots.ts'
import { findPanelists, findSlotIdsOf, findSlots, findSlotsPage } from './slots.ts'

const procedures = implementContract(slotsContract)

export const slotsHandlers = procedures.router({
  slots: procedures.slots.handler(({ input, context }) =>
    findSlotsPage(context.database, input, input, context.now()),
  ),

  panelists: procedures.panelists.handler(async ({ context }) => ({
    results: await findPanelists(context.database),
  })),

  createSlots: procedures.createSlots.handler(async ({ input, context }) => ({
    ids: await makeSlots(context, input),
  })),

  updateSlot: procedures.updateSlot.handler(({ input, context }) => changeSlot(context, input)),

  cancelSlots: procedures.cancelSlots.handler(({ input, context }) => cancelSlots(context, input)),

  calendar: procedures.calendar.handler(async ({ input, context }) => {
    const { database, config, now } = context
    const user = input.user ?? requireViewer(context).id
    const slots = await findSlots(database, await findSlotIdsOf(database, user, now()))
    const { email: organizer } = (await context.readSettings()).contact
    return {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': attachment('interviews.ics'),
      },
      body: streamOf(panelCalendar(slots, { siteUrl: siteUrlOf(config), organizer })),
    }
  }),

  summary: procedures.summary.handler(({ input, context }) =>
    findSummary(context, input.cohort_id),
  ),
})

const streamOf = (text: string) => new Blob([text]).stream()
