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

/** A database whose transactions are stored, and whose answers to that are lost on the way, as with a connection. */
export const lossyDatabase = (database: Database): Database =>
  new Proxy(database, {
    get(target, name) {
      if (name !== 'transaction') {
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return () => ({
        async execute(run: Parameters<ReturnType<Database['transaction']>['execute']>[0]) {
          await target.transaction().execute(run)
          throw new Error('The answer to the commit was lost')
        },
      })
    },
  })
