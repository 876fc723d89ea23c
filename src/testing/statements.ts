import type { Database } from '#database/open.ts'

/** A database whose statements are counted from now on. */
export function countStatements(database: Database) {
  let count = 0
  return {
    counted: database.withPlugin({
      transformQuery({ node }) {
        count += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    statements: () => count,
  }
}
