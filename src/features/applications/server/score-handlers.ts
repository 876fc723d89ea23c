import { notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { applicationScoresContract } from '../scores-contract.ts'
import { findScorecard, setCriteria } from './criteria.ts'
import { findScores, scoreApplication } from './scores.ts'

const procedures = implementContract(applicationScoresContract)

export const applicationScoresHandlers = procedures.router({
  get: procedures.get.handler(async ({ input: { id }, context }) => {
    const found = await findScores(context.database, id, requireViewer(context).id)
    if (!found) throw notFound('This application')
    return found
  }),

  score: procedures.score.handler(({ input: { id, scores }, context }) =>
    context.database.transaction().execute(async (transaction) => {
      const by = requireViewer(context)
      await scoreApplication(transaction, id, scores, { by, at: context.now().toISOString() })
      // Not the scores themselves: who reads the log may have yet to give theirs.
      const details = { criteria: Object.keys(scores).map(Number) }
      const line = { action: 'changed', target: 'scores of application', id, details } as const
      await writeAudit(transaction, context, line)
      const found = await findScores(transaction, id, by.id)
      if (!found) throw notFound('This application')
      return found
    }),
  ),

  criteria: procedures.criteria.handler(async ({ input: { id }, context }) => {
    const found = await findScorecard(context.database, id)
    if (!found) throw notFound('This cohort')
    return found
  }),

  setCriteria: procedures.setCriteria.handler(({ input, context }) => {
    const { is_confirmed: isConfirmed, expected_updated_at: expected, ...change } = input
    return setCriteria(context, { ...change, isConfirmed, expected })
  }),
})
