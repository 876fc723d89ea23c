import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { withFurtherErrors } from '#platform/http/further-errors.ts'
import { idempotencyKey } from '#platform/http/idempotency.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { downloadResume, openResume } from '#platform/resumes/open-resume.ts'
import { readResumeText } from '#platform/resumes/read-resume-text.ts'
import { findResumeHits } from '#platform/resumes/resume-hits.ts'
import { toBatchResponse, withNotices } from '#platform/rows/stream-batch.ts'
import { auditBatch } from '#platform/security/audit-log.ts'
import { discardAudited } from '#platform/trash/discard.ts'
import { applicationsContract } from '../contract.ts'
import { findApplicationNeighbours, findApplicationPlace } from './application-list.ts'
import { applicationTrash, releaseSpot } from './application-trash.ts'
import { changeMatching } from './change-matching.ts'
import { changeStatus, changeStatuses } from './change-status.ts'
import { exportApplications } from './export.ts'
import { forViewer } from './filters.ts'
import type { InterviewSeats } from './interview-seats.ts'
import { findApplication, findApplicationsPage } from './queries.ts'
import { submitApplication } from './submit.ts'
import { cancelStatusEmails } from './tell-applicants.ts'
import { findFurtherErrors } from './validate-against-database.ts'

const procedures = implementContract(applicationsContract)

export const applicationsHandlers = (seats: InterviewSeats) =>
  procedures.router({
    submit: procedures.submit
      .use(withFurtherErrors(findFurtherErrors))
      .handler(({ input, context }) => {
        return submitApplication(context, input, idempotencyKey(context.headers))
      }),

    list: procedures.list.handler(async ({ input, context }) => {
      const seen_at = context.now().toISOString()
      return {
        ...(await findApplicationsPage(context, forViewer(context, input), input)),
        seen_at,
      }
    }),

    get: procedures.get.handler(({ input, context }) => getApplication(context, input.id)),

    neighbours: procedures.neighbours.handler(async ({ input, context }) => {
      const { id, ahead, ...sent } = input
      const filters = forViewer(context, sent)
      const found = await findApplicationNeighbours(context.database, id, filters, ahead)
      if (!found) throw notFound('This application')
      return found
    }),

    place: procedures.place.handler(async ({ input: { id, ...filters }, context }) => {
      const found = await findApplicationPlace(context.database, id, forViewer(context, filters))
      if (!found) throw notFound('This application')
      return found
    }),

    changeStatus: procedures.changeStatus.handler(async ({ input, context }) => {
      const notices = await changeStatus({ context, seats }, input)
      return { ...(await getApplication(context, input.id)), ...withNotices(notices) }
    }),

    changeStatuses: procedures.changeStatuses.handler(async ({ input, context }) => {
      const { application_ids, expected_statuses, ...change } = input
      const { status, notes } = change
      const seen = application_ids.map((id) => ({ id, expected_status: expected_statuses?.[id] }))
      const details = { action: 'status', status, has_notes: notes !== '' }
      return toBatchResponse(
        await changeStatuses(
          { context, seats },
          seen,
          change,
          auditBatch(context, 'application', details),
        ),
      )
    }),

    changeMatching: procedures.changeMatching.handler(({ input, context }) => {
      const { status, notes, send_email, ...rows } = input
      const details = { action: 'status' as const, status, has_notes: notes !== '' }
      return changeMatching(context, rows, details, (seen, batch, audit) =>
        changeStatuses({ context, seats }, seen, { status, notes, send_email, batch }, audit),
      )
    }),

    export: procedures.export.handler(({ input: { query, body }, context }) =>
      exportApplications(context, body, query.format),
    ),

    resume: procedures.resume.handler(async ({ input: { id }, context }) =>
      downloadResume(context, { owner: 'application', id }, await findResume(context, id)),
    ),

    resumeText: procedures.resumeText.handler(async ({ input: { id }, context }) =>
      openResume(context, { owner: 'application', id }, await findResume(context, id), (file) =>
        readResumeText(context, file),
      ),
    ),

    resumeHit: procedures.resumeHit.handler(async ({ input: { id, search_query }, context }) => {
      const hits = await findResumeHits(context, 'applications', [id], search_query)
      return { hit: hits.get(id) ?? null }
    }),

    delete: procedures.delete.handler(async ({ input, context }) => {
      let notices: string[] = []
      await discardAudited(context, applicationTrash, input.id, async (transaction) => {
        await releaseSpot(transaction, input.id)
        await cancelStatusEmails(transaction, context, [input.id])
        notices = await seats.release(transaction, context, [input.id])
      })
      return notices.length > 0 ? { status: 200, body: { notices } } : { status: 204 }
    }),
  })

const findResume = ({ database }: RequestContext, id: number) =>
  database
    .selectFrom('applications')
    .innerJoin('files', 'files.id', 'applications.resume_id')
    .select(['files.key', 'files.name', 'files.type', 'files.size_bytes'])
    .where('applications.id', '=', id)
    .executeTakeFirst()

async function getApplication(context: RequestContext, id: number) {
  const application = await findApplication(context, id, requireViewer(context).id)
  if (!application) throw notFound('This application')
  return application
}
