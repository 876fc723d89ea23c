import type { Transaction } from 'kysely'
import type { BatchChange } from '#database/batches.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { recruiters } from '#shared/roles.ts'
import type { ApplicationStatus } from '../validation.ts'
import { changeWithin } from './change-status.ts'
import { findApplicantNames } from './queries.ts'

/** How batches on applications are shown and undone. */
export const applicationBatches = {
  access: recruiters,
  tags: ['Application', 'Cohort'] as const,

  findNames: findApplicantNames,

  restore(
    transaction: Transaction<Tables>,
    context: RequestContext,
    to: string,
    changes: readonly BatchChange[],
  ) {
    const wanted = changes.map(({ id, from, version }) => ({
      ...{ id, status: from as ApplicationStatus, unchanged_since: version },
      expected_status: to as ApplicationStatus,
    }))
    const viewer = requireViewer(context)
    return changeWithin(transaction, context.now(), viewer, wanted, 'Change undone')
  },
}
