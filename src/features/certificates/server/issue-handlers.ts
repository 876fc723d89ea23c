import { implementContract } from '#platform/http/procedures.ts'
import { localDay } from '#shared/company.ts'
import { issueContract } from '../issue-contract.ts'
import { findCohortsToIssue } from './cohorts-to-issue.ts'
import { importCertificates, previewCertificates, readCertificates } from './import.ts'
import { findCandidates, issueCohort } from './issue-cohort.ts'
import { countUndrawn } from './queries.ts'

const procedures = implementContract(issueContract)

/** Issues many certificates at once: those of a cohort, and those of a file. */
export const issueHandlers = procedures.router({
  cohortsToIssue: procedures.cohortsToIssue.handler(async ({ context }) => ({
    results: await findCohortsToIssue(context),
  })),

  candidates: procedures.candidates.handler(({ input, context }) =>
    findCandidates(context, input.id),
  ),

  issueCohort: procedures.issueCohort.handler(({ input, context }) => issueCohort(context, input)),

  pdfs: procedures.pdfs.handler(async ({ context }) => ({
    waiting: await countUndrawn(context.database),
  })),

  previewImport: procedures.previewImport.handler(async ({ input, context }) =>
    previewCertificates(
      context.database,
      await readCertificates(input.file, localDay(context.now())),
    ),
  ),

  import: procedures.import.handler(async ({ input, context }) => {
    const rows = await readCertificates(input.file, localDay(context.now()))
    return importCertificates(context, rows, { sendEmail: input.send_email })
  }),
})
