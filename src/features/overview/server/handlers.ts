import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { overviewContract } from '../contract.ts'
import { findLatestActivity } from './activity.ts'
import { countByStatus, findStages, findTrend } from './trends.ts'

const procedures = implementContract(overviewContract)

export const overviewHandlers = procedures.router({
  applications: procedures.applications.handler(async ({ context: { database, now } }) => {
    const [trend, stages, statuses] = await Promise.all([
      findTrend(database, 'applications', now()),
      findStages(database, now()),
      countByStatus(database),
    ])
    return { ...trend, stages, statuses }
  }),

  subscribers: procedures.subscribers.handler(({ context: { database, now } }) =>
    findTrend(database, 'subscribers', now()),
  ),

  comments: procedures.comments.handler(({ context: { database, now } }) =>
    findTrend(database, 'comments', now()),
  ),

  activity: procedures.activity.handler(async ({ context }) => ({
    results: await findLatestActivity(context.database, requireViewer(context).role),
  })),

  digest: procedures.digest.handler(async ({ context }) => {
    const { digest_since } = await context.database
      .selectFrom('users')
      .select('digest_since')
      .where('id', '=', requireViewer(context).id)
      .executeTakeFirstOrThrow()
    return { is_wanted: digest_since !== null }
  }),

  saveDigest: procedures.saveDigest.handler(async ({ input: { is_wanted }, context }) => {
    await context.database
      .updateTable('users')
      .set({ digest_since: is_wanted ? context.now().toISOString() : null })
      .where('id', '=', requireViewer(context).id)
      .where('digest_since', is_wanted ? 'is' : 'is not', null)
      .execute()
    return { is_wanted }
  }),
})
