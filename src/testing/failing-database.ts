import type { RootOperationNode } from 'kysely'
import type { Database } from '#database/open.ts'

/** A database some of whose queries fail, as when it is paused or gone. */
export const failingDatabase = (
  database: Database,
  isFailing: (kind: RootOperationNode['kind']) => boolean,
): Database =>
  database.withPlugin({
    transformQuery({ node }) {
      if (isFailing(node.kind)) throw new Error('The database is away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
