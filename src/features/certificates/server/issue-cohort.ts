import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { chunksOf } from '#shared/chunks.ts'
import { localDay } from '#shared/company.ts'
import { formatDate } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import type { Candidate, Candidates, IssueOutcome } from '../issue-contract.ts'
import { issueRowsMax } from '../validation.ts'
import { checkDays, issueCertificates, withNewNumbers } from './issue.ts'
import { findHeld, findHeldFor, holderKeyOf } from './queries.ts'
import { newNumber } from './random-code.ts'

/** More accepted applicants than any cohort has. */
const acceptedMax = 5_000

/** The accepted applicants of a cohort by name, those without a certificate first. @throws 404 */
export async function findCandidates(
  { database, now }: Pick<RequestContext, 'database' | 'now'>,
  id: number,
): Promise<Candidates> {
  const cohort = await database
    .selectFrom('cohorts')
    .select(['id', 'name', 'start_day as start', 'end_day as end'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!cohort) throw notFound('This cohort')
  const accepted = await findAccepted(database, id)
  const held = await findHeldOf(database, accepted, cohort.name)
  const results = accepted.map((applicant): Candidate => {
    const certificate = held.get(applicant.id) ?? null
    return { ...applicant, certificate }
  })
  const sorted = [
    ...results.filter(({ certificate }) => !certificate),
    ...results.filter(({ certificate }) => certificate),
  ]
  return {
    cohort: { ...cohort, has_ended: hasEnded(cohort.end, now()) },
    results: sorted.slice(0, issueRowsMax),
    total_items: accepted.length,
  }
}

/** On its last day as well: certificates are handed out at the farewell. */
export const hasEnded = (end: string, now: Date) => end <= localDay(now)

type Applicant = Omit<Candidate, 'certificate'>

async function findAccepted(database: Database, cohort: number): Promise<Applicant[]> {
  const rows = await database
    .selectFrom('applications')
    .innerJoin('tech_stacks', 'tech_stacks.id', 'applications.tech_stack_id')
    .select([
      'applications.id',
      'applications.first_name',
      'applications.last_name',
      'applications.email',
      'tech_stacks.name as course',
    ])
    .where('applications.cohort_id', '=', cohort)
    .where('applications.status', '=', 'ACCEPTED')
    .orderBy('applications.name_key')
    .orderBy('applications.id')
    .limit(acceptedMax)
    .execute()
  return rows.map(({ id, email, course, ...name }) => ({
    id,
    email,
    course,
    full_name: fullName(name).normalize('NFC'),
  }))
}

/** The valid certificates of this cohort that applicants have, however they got them, by application. */
async function findHeldOf(
  database: Database,
  applicants: readonly Pick<Applicant, 'id' | 'email'>[],
  cohort: string,
) {
  const held = new Map<number, { id: number; number: string }>()
  for (const some of chunksOf(applicants, issueRowsMax)) {
    const keyOf = ({ email }: Pick<Applicant, 'email'>) => holderKeyOf({ email, cohort })
    const byKey = await findHeld(database, some.map(keyOf))
    const byApplication = await findHeldFor(
      database,
      some.map(({ id }) => id),
    )
    for (const applicant of some) {
      const certificate = byApplication.get(applicant.id) ?? byKey.get(keyOf(applicant))
      if (certificate) held.set(applicant.id, certificate)
    }
  }
  return held
}

type CohortIssue = {
  id: number
  cohort: string
  start: string
  end: string
  issued_on?: string
  send_email: boolean
  rows: { application_id: number; full_name: string; course: string }[]
}

/**
 * Issues certificates to accepted applicants, in one transaction. The cohort is locked: it is where decisions on its
 * applicants wait, and a colleague who issues it at the same moment. So are the applications, for which a colleague may
 * issue a revoked certificate anew, at another email.
 *
 * @throws 404, or 409 while the cohort goes on, since who is accepted has not finished it yet
 */
export function issueCohort(context: RequestContext, issue: CohortIssue): Promise<IssueOutcome> {
  const { id, rows, send_email: sendEmail, issued_on = localDay(context.now()), ...shared } = issue
  checkDays(issue)
  const wanted = new Map(rows.map((row) => [row.application_id, row]))
  return withNewNumbers(context, async (transaction) => {
    if (!(await lockRow(transaction, 'cohorts', id))) throw notFound('This cohort')
    await refuseUnlessEnded(transaction, id, context.now())
    await lockApplications(transaction, id, [...wanted.keys()])
    const accepted = (await findAccepted(transaction, id)).filter(({ id }) => wanted.has(id))
    const before = await findHeldOf(transaction, accepted, shared.cohort)
    const open = accepted
      .filter((applicant) => !before.has(applicant.id))
      .map((applicant) => {
        const { full_name = '', course = '' } = wanted.get(applicant.id) ?? {}
        const { cohort, start, end } = shared
        return {
          cohort,
          start,
          end,
          issued_on,
          full_name,
          course,
          application_id: applicant.id,
          email: applicant.email,
          number: newNumber(issued_on),
        }
      })
    const issued = await issueCertificates(context, transaction, open, {
      action: 'issued',
      sendEmail,
      details: { cohort: id },
    })
    const isNew = new Set(issued.map((certificate) => certificate.id))
    const after = await findHeldOf(transaction, accepted, shared.cohort)
    const outcome: IssueOutcome = { issued: [], known: [], failed: [] }
    for (const { application_id, full_name } of wanted.values()) {
      const certificate = after.get(application_id)
      if (!certificate) outcome.failed.push({ id: application_id, full_name, detail: notAccepted })
      else
        outcome[isNew.has(certificate.id) ? 'issued' : 'known'].push({ ...certificate, full_name })
    }
    return outcome
  })
}

async function refuseUnlessEnded(transaction: Database, id: number, now: Date) {
  const { end_day } = await transaction
    .selectFrom('cohorts')
    .select('end_day')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (hasEnded(end_day, now)) return
  throw conflict(
    `This cohort ends on ${formatDate(end_day)}. Its certificates can be issued from that day on.`,
  )
}

const notAccepted = 'This is no accepted applicant of the cohort any more.'

/** As `findApplicationOf` does with the one for which a revoked certificate is issued anew. */
const lockApplications = (
  transaction: Transaction<Tables>,
  cohort: number,
  ids: readonly number[],
) =>
  transaction
    .selectFrom('applications')
    .select('id')
    .where('id', 'in', ids)
    .where('cohort_id', '=', cohort)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
