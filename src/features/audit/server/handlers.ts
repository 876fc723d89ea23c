import { implementContract } from '#platform/http/procedures.ts'
import { findPageWithinLimit } from '#platform/rows/paging-limit.ts'
import { auditContract } from '../contract.ts'
import { exportLines } from './export.ts'
import { findActors, findLines, findTargets } from './queries.ts'

const procedures = implementContract(auditContract)

export const auditHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) =>
    findPageWithinLimit(input, (page) => findLines(context.database, input, page)),
  ),

  facets: procedures.facets.handler(async ({ context: { database } }) => ({
    actors: await findActors(database),
    targets: await findTargets(database),
  })),

  export: procedures.export.handler(({ input: { query, body }, context }) =>
    exportLines(context, body, query.format),
  ),
})
