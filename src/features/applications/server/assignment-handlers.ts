import { implementContract } from '#platform/http/procedures.ts'
import { toBatchResponse } from '#platform/rows/stream-batch.ts'
import { auditBatch } from '#platform/security/audit-log.ts'
import { assignmentContract } from '../assignment-contract.ts'
import { assignApplications } from './assignment.ts'
import { changeMatching } from './change-matching.ts'

const procedures = implementContract(assignmentContract)

export const assignmentHandlers = procedures.router({
  assign: procedures.assign.handler(async ({ input, context }) => {
    const { application_ids, expected_assignees, assignees, ...rest } = input
    const seen = application_ids.map((id) => ({ id, expected: expected_assignees?.[id] }))
    const request = { ...rest, seen, assignees }
    const details = { action: 'assign', assignees }
    return toBatchResponse(
      await assignApplications(context, request, auditBatch(context, 'application', details)),
    )
  }),

  assignMatching: procedures.assignMatching.handler(({ input, context }) => {
    const { assignees, ...rows } = input
    let first = 0
    return changeMatching(
      context,
      rows,
      { action: 'assign', assignees },
      async (seen, batch, audit) => {
        const ids = seen.map(({ id }) => ({ id, unchanged_since: rows.seen_at }))
        const outcome = await assignApplications(
          context,
          { seen: ids, assignees, first, batch },
          audit,
        )
        first += seen.length
        return outcome
      },
    )
  }),
})
