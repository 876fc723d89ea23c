import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { isClosed, type MatchingRows } from '#features/applications/contract.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, invalidFields, notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { changeAllMatching } from '#platform/rows/change-all-matching.ts'
import { editRowWithin } from '#platform/rows/edit-row.ts'
import { type AuditPart, type BatchPart, toBatchResponse } from '#platform/rows/stream-batch.ts'
import { auditBatch, writeAudit } from '#platform/security/audit-log.ts'
import { fullName } from '#shared/full-name.ts'
import type { BatchEvent } from '#shared/procedure.ts'
import { type Interview, interviewsContract } from '../contract.ts'
import { type InterviewState, interviewStateLabels } from '../validation.ts'
import { changeBooking } from './change-booking.ts'
import { exportInterviews } from './export.ts'
import { recordInterviews } from './history.ts'
import { findInterviewsPage, findMatchingInterviews } from './interview-list.ts'
import { findInterview, findInterviews } from './interview-rows.ts'
import { invite, invitedRow, lockApplicants } from './invite.ts'
import { remind } from './remind.ts'

const procedures = implementContract(interviewsContract)

type ChangeMatching = (
  context: RequestContext,
  rows: MatchingRows,
  details: { action: 'invite' },
  change: (
    seen: readonly { id: number }[],
    batch: number | null,
    audit: AuditPart,
  ) => Promise<BatchPart>,
) => Promise<AsyncGenerator<BatchEvent>>

async function findApplicants(database: Database, ids: readonly number[]) {
  return new Map((await findInterviews(database, ids)).map((one) => [one.id, fullName(one)]))
}

/** @param changeMatching goes through all applications that match, in short transactions */
export const interviewsHandlers = (changeMatching: ChangeMatching) =>
  procedures.router({
    list: procedures.list.handler(async ({ input, context }) => {
      const seen_at = context.now().toISOString()
      return { ...(await findInterviewsPage(context.database, input, input, seen_at)), seen_at }
    }),

    ofApplication: procedures.ofApplication.handler(async ({ input, context }) => ({
      interview: await findInterview(context.database, input.id),
    })),

    invite: procedures.invite.handler(async ({ input, context }) => {
      const { application_ids, batch } = input
      return toBatchResponse(
        await invite(
          context,
          application_ids,
          batch,
          auditBatch(context, 'interview', { action: 'invite' }),
        ),
      )
    }),

    inviteMatching: procedures.inviteMatching.handler(({ input, context }) =>
      changeMatching(context, input, { action: 'invite' }, async (seen, batch, audit) => {
        const ids = seen.map(({ id }) => id)
        const outcome = await invite(context, ids, batch, audit)
        context.tagVersions.invalidate(['Interview', 'Email'])
        return outcome
      }),
    ),

    remind: procedures.remind.handler(async ({ input, context }) =>
      toBatchResponse(
        await remind(
          context,
          input.application_ids,
          auditBatch(context, 'interview', { action: 'remind' }),
        ),
      ),
    ),

    remindMatching: procedures.remindMatching.handler(({ input, context }) => {
      const { filters, seen_at, seen_total: seenTotal } = input
      return changeAllMatching(context, {
        noun: 'interview',
        filters,
        seenTotal,
        details: { action: 'remind' },
        find: () => findMatchingInterviews(context.database, filters, seen_at),
        change: (seen, _batch, audit) =>
          remind(
            context,
            seen.map(({ id }) => id),
            audit,
          ),
        tags: ['Interview', 'Application', 'Email'],
        findNames: findApplicants,
      })
    }),

    book: procedures.book.handler(({ input, context }) => {
      const { id, slot, expected_updated_at: expected } = input
      const by = requireViewer(context)
      return changeBooking(context, {
        id,
        slot,
        by,
        expected,
        prepare: (transaction) => prepareBooking(transaction, context, id),
        check: (interview, wanted) => {
          // Who has missed it, such as by illness, may get another time.
          if (interview.state !== 'NO_SHOW') refuseBegun(interview, context.now())
          if (wanted && wanted.starts_at <= context.now().toISOString()) {
            throw invalidFields({ slot: ['This time has passed already'] })
          }
        },
        record: (transaction) =>
          writeAudit(transaction, context, {
            action: 'changed',
            target: 'interview',
            id,
            details: { fields: ['time'] },
          }),
      })
    }),

    unbook: procedures.unbook.handler(({ input, context }) => {
      const { id, expected_updated_at: expected } = input
      return changeBooking(context, {
        id,
        slot: null,
        by: requireViewer(context),
        expected,
        check: (interview) => refuseBegun(interview, context.now()),
        record: (transaction) =>
          writeAudit(transaction, context, { action: 'cancelled', target: 'interview', id }),
      })
    }),

    update: procedures.update.handler(({ input, context }) => noteOutcome(context, input)),

    export: procedures.export.handler(({ input: { query, body }, context }) =>
      exportInterviews(context, body, query.format),
    ),
  })

function refuseBegun({ slot }: Interview, now: Date) {
  if (!slot || slot.starts_at > now.toISOString()) return
  throw conflict('This interview has begun. Note how it went instead.')
}

/** Staff also book for somebody who was never invited, such as by phone. */
async function prepareBooking(
  transaction: Transaction<Tables>,
  context: RequestContext,
  id: number,
) {
  const application = await transaction
    .selectFrom('applications')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!application) throw notFound('This application')
  if (isClosed(application.status)) {
    throw conflict(`This application is ${application.status.toLowerCase()}.`)
  }
  if (await findInterview(transaction, id)) return
  const row = invitedRow(id, requireViewer(context).name, context.now().toISOString())
  await transaction.insertInto('interviews').values(row).execute()
}

type Noted = {
  id: number
  outcome?: Interview['outcome']
  note?: string
  expected_updated_at?: string
}

/** Notes how an interview went, also in the history of the application. @throws 404; 409 before it has begun */
function noteOutcome(context: RequestContext, input: Noted) {
  const { id, expected_updated_at: expected, ...changes } = input
  return context.database.transaction().execute(async (transaction) => {
    const problem = (await lockApplicants(transaction, [id])).get(id)?.problem
    if (problem) throw problem
    const interview = await editRowWithin(transaction, context, {
      table: 'interviews',
      id,
      expected,
      changes,
      audit: { target: 'interview' },
      find: () => findInterview(transaction, id),
      async write(_, { outcome, note, slot }, version, before) {
        const isNew = outcome !== before.outcome
        if (isNew && !slot) throw conflict('No time is chosen for this interview.')
        if (isNew && slot && slot.starts_at > context.now().toISOString()) {
          throw conflict('This interview has not begun yet.')
        }
        await transaction
          .updateTable('interviews')
          .set({ outcome, note, updated_at: version })
          .where('id', '=', id)
          .execute()
        const by = requireViewer(context)
        const nameOf = (one: string) =>
          interviewStateLabels[one === '' ? 'BOOKED' : (one as InterviewState)]
        if (isNew) {
          const texts = { from: nameOf(before.outcome), to: nameOf(outcome), notes: note }
          await recordInterviews(transaction, by, version, [{ ...before, ...texts }])
        }
      },
    })
    if (!interview) throw notFound('This invitation')
    return interview
  })
}
