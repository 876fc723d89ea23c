import { ORPCError } from '@orpc/server'
import { isSchemaRejection, notFound, withFields } from '#platform/http/errors.ts'
import { idempotencyKey } from '#platform/http/idempotency.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { deleteAudited, withoutSearch, writeAudit } from '#platform/security/audit-log.ts'
import { attachment, downloadHeaders, removeFile } from '#platform/storage/files.ts'
import { localDay } from '#shared/company.ts'
import { applicationsContract } from '../contract.ts'
import { changeStatus, deleteApplication } from './change-status.ts'
import { exportApplications } from './export.ts'
import { findMatchingIds } from './filters.ts'
import { findFurtherErrors } from './problems.ts'
import { findApplication, findApplicationsPage, findNeighbours } from './queries.ts'
import { submitApplication } from './submit.ts'

const procedures = implementContract(applicationsContract)

export const applicationsHandlers = procedures.router({
  submit: procedures.submit
    .use(async ({ context, next }, input) => {
      try {
        return await next()
      } catch (error) {
        // Adds the errors that the schema can't find, so that the applicant gets all at once.
        if (!isSchemaRejection(error)) throw error
        throw withFields(error, await findFurtherErrors(context, input))
      }
    })
    .handler(({ input, context }) => {
      return submitApplication(context, input, idempotencyKey(context.headers))
    }),

  list: procedures.list.handler(({ input, context }) =>
    findApplicationsPage(context.database, input, input),
  ),

  get: procedures.get.handler(({ input, context }) => getApplication(context.database, input.id)),

  neighbours: procedures.neighbours.handler(async ({ input: { id, ...filters }, context }) => {
    const found = await findNeighbours(context.database, id, filters)
    if (!found) throw notFound('This application')
    return found
  }),

  ids: procedures.ids.handler(async ({ input: { ordering, ...filters }, context }) => ({
    ids: await findMatchingIds(context.database, filters, ordering),
  })),

  changeStatus: procedures.changeStatus.handler(async ({ input, context }) => {
    await changeStatus(context, requireViewer(context), input)
    return getApplication(context.database, input.id)
  }),

  changeStatuses: procedures.changeStatuses.handler(async ({ input, context }) => {
    const { application_ids, ...change } = input
    const viewer = requireViewer(context)
    const succeeded: number[] = []
    const failed: { id: number; detail: string }[] = []
    for (const id of new Set(application_ids)) {
      try {
        await changeStatus(context, viewer, { id, ...change })
        succeeded.push(id)
      } catch (error) {
        if (!(error instanceof ORPCError)) throw error
        failed.push({ id, detail: error.message })
      }
    }
    if (succeeded.length > 0) {
      // Each change is in the history of its application already, written by its own transaction.
      const { status, notes } = change
      await writeAudit(context.database, context, {
        ...{ action: 'batch', target: 'application', id: null },
        details: { action: 'status', status, has_notes: notes !== '', ids: succeeded },
      })
    }
    return { succeeded, failed }
  }),

  export: procedures.export.handler(async ({ input, context }) => {
    const format = input.query.format ?? 'csv'
    const { filters, ordering } = input.body
    const { type, body } = await exportApplications(context.database, filters, ordering, format)
    await writeAudit(context.database, context, {
      ...{ action: 'exported', target: 'applications', id: null },
      details: { format, filters: withoutSearch(filters) },
    })
    const name = `applications-${localDay(context.now())}.${format}`
    return { headers: { 'content-type': type, 'content-disposition': attachment(name) }, body }
  }),

  resume: procedures.resume.handler(async ({ input, context }) => {
    const file = await context.database
      .selectFrom('applications')
      .innerJoin('files', 'files.id', 'applications.resume_id')
      .select(['files.key', 'files.name', 'files.type', 'files.size_bytes'])
      .where('applications.id', '=', input.id)
      .executeTakeFirst()
    if (!file) throw notFound('This application')
    const line = { action: 'opened', target: 'resume of application', id: input.id } as const
    await writeAudit(context.database, context, line)
    return { headers: downloadHeaders(file), body: await context.storage.read(file.key) }
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const file = await deleteAudited(context, 'application', input.id, (transaction) =>
      deleteApplication(transaction, input.id),
    )
    // The application is deleted already. If its file can't be removed now, the clean-up does it later.
    await removeFile(context, file).catch((err: unknown) =>
      context.log.warn({ err }, 'resume not removed yet'),
    )
  }),
})

async function getApplication(database: Parameters<typeof findApplication>[0], id: number) {
  const application = await findApplication(database, id)
  if (!application) throw notFound('This application')
  return application
}
