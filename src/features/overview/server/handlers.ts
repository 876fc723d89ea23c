import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { overviewContract } from '../contract.ts'
import { findLatestActivity } from './activity.ts'
import { findStages, findTrend } from './trends.ts'

const procedures = implementContract(overviewContract)

export const overviewHandlers = procedures.router({
  applications: procedures.applications.handler(async ({ context: { database, now } }) => {
    const [trend, stages] = await Promise.all([
      findTrend(database, 'applications', now()),
      findStages(database, now()),
    ])
    return { ...trend, stages }
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
})
