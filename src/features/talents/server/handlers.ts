import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { withFurtherErrors } from '#platform/http/further-errors.ts'
import { idempotencyKey } from '#platform/http/idempotency.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { spooledFile } from '#platform/http/spool.ts'
import { downloadResume, openResume } from '#platform/resumes/open-resume.ts'
import { readResumeText } from '#platform/resumes/read-resume-text.ts'
import { inspectResume } from '#platform/resumes/resume-content.ts'
import type { Retained } from '#platform/retention/old-rows.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { toBatchResponse } from '#platform/rows/stream-batch.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { fullName } from '#shared/full-name.ts'
import { talentsContract } from '../contract.ts'
import { talentForm } from '../validation.ts'
import { changeMatchingTalents } from './change-matching-talents.ts'
import { exportTalents } from './export.ts'
import {
  findResume,
  findSkills,
  findTalent,
  findTalentDetail,
  findTalentNeighbours,
  findTalents,
  updateTalentStatuses,
} from './queries.ts'
import { registerTalent } from './register.ts'
import { changeTalentStatuses } from './talent-batches.ts'

/** Talents whom nobody has changed for long. */
export const oldTalents: Retained = {
  table: 'talents',
  tags: ['Talent'],
  hasResume: true,
  isOld: (before) => sql`updated_at <= ${before.toISOString()}`,
}

const procedures = implementContract(talentsContract)

export const talentTrash = trashKind({
  name: 'talent',
  table: 'talents',
  titleOf: fullName,
  wordsOf: ({ email }) => email,
  unique: [
    {
      columns: ['email_key'],
      taken: { email: ['They have registered again. Delete that registration first.'] },
    },
  ],
})

export const talentsHandlers = procedures.router({
  register: procedures.register
    .use(withFurtherErrors(resumeProblems))
    .handler(async ({ input, context }) => ({
      message: talentForm.success,
      data: await registerTalent(context, input, idempotencyKey(context.headers)),
    })),

  list: procedures.list.handler(async ({ input, context }) => {
    const seen_at = context.now().toISOString()
    return { ...(await findTalents(context, input, input)), seen_at }
  }),

  neighbours: procedures.neighbours.handler(async ({ input: { id, ...filters }, context }) => {
    const found = await findTalentNeighbours(context.database, id, filters)
    if (!found) throw notFound('This talent')
    return { previous: found.previous, next: found.next }
  }),

  skills: procedures.skills.handler(({ context }) => findSkills(context.database)),

  get: procedures.get.handler(({ input, context }) => getTalent(context.database, input.id)),

  changeStatus: procedures.changeStatus.handler(async ({ input, context }) => {
    const { id, status, notes, expected_updated_at: expected } = input
    const by = requireViewer(context)
    const talent = await editRow(context, 'This talent', {
      table: 'talents',
      id,
      expected,
      changes: { status, ...(notes !== '' && { notes }) },
      find: (transaction) => findTalent(transaction, id),
      async write(transaction, _, version, before) {
        const isChanged = before.status !== status
        if (!isChanged && notes === '') return
        await updateTalentStatuses(transaction, [before], { to: status, notes, by }, version)
        const details = { ...(isChanged && { status }), has_notes: notes !== '' }
        await writeAudit(transaction, context, { action: 'changed', target: 'talent', id, details })
      },
    })
    return talent
  }),

  changeStatuses: procedures.changeStatuses.handler(async ({ input, context }) =>
    toBatchResponse(await changeTalentStatuses(context, input)),
  ),

  changeMatching: procedures.changeMatching.handler(({ input, context }) =>
    changeMatchingTalents(context, input),
  ),

  export: procedures.export.handler(({ input: { query, body }, context }) =>
    exportTalents(context, body, query.format),
  ),

  resume: procedures.resume.handler(async ({ input: { id }, context }) =>
    downloadResume(context, { owner: 'talent', id }, await findResume(context.database, id)),
  ),

  resumeText: procedures.resumeText.handler(async ({ input: { id }, context }) =>
    openResume(context, { owner: 'talent', id }, await findResume(context.database, id), (file) =>
      readResumeText(context, file),
    ),
  ),

  delete: procedures.delete.handler(async ({ input, context }) => {
    if (!(await discardAudited(context, talentTrash, input.id))) throw notFound('This talent')
  }),
})

async function getTalent(database: Database, id: number) {
  const talent = await findTalentDetail(database, id)
  if (!talent) throw notFound('This talent')
  return talent
}

async function resumeProblems(
  context: RequestContext,
  input: unknown,
): Promise<Record<string, string[]>> {
  if (typeof input !== 'object' || input === null || !('resume' in input)) return {}
  const { resume } = input
  if (!(resume instanceof File) || resume.size === 0) return {}
  const inspected = await inspectResume(context, spooledFile(resume).content, resume)
  return 'problem' in inspected ? { resume: [inspected.problem] } : {}
}
