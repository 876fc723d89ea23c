import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { inOrderOf, type PageQuery, pageOfTotal, windowOf } from '#database/page.ts'
import { prepareInsert } from '#database/prepared.ts'
import { digitsOf, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import { findResumeHits } from '#platform/resumes/resume-hits.ts'
import { queueResumeText } from '#platform/resumes/resume-texts.ts'
import { openRows, requireKeyInUse } from '#platform/security/sealed-columns.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { allDone } from '#shared/all-done.ts'
import { localDay } from '#shared/company.ts'
import { fullName } from '#shared/full-name.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { warningsIn } from '#shared/resume-warnings.ts'
import type { ApplicationInput } from '../application-schemas.ts'
import type { Application, ApplicationDetail, SubmittedApplication } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { findListPage, type ListFilters } from './application-list.ts'
import { findApplicationHistory } from './history.ts'
import type { StoredIdentification } from './identification.ts'
import { findNotes } from './notes.ts'
import {
  findRelated,
  findSharedIdentifications,
  hasAppliedOtherwise,
  phoneKeyOf,
} from './related.ts'
import { isScoreShownTo, meanOf, statusSince } from './score-columns.ts'
import { isWaiting } from './spots.ts'

type Opener = Pick<Services, 'database' | 'dataKeys'>

const columns = [
  'applications.id',
  'applications.first_name',
  'applications.last_name',
  'applications.email',
  'applications.phone_number',
  'applications.other_phone_number',
  'applications.date_of_birth',
  'applications.identification',
  'applications.gender',
  'applications.level',
  'applications.description',
  'applications.cohort_id as cohort',
  'applications.tech_stack_id as tech_stack',
  'applications.status',
  'applications.done_at',
  'applications.created_at',
  'applications.consent_version',
  'applications.updated_at',
  'applications.assignee_id',
  'applications.waiting_since',
  'applications.score_count',
  'applications.score_mean',
  'users.name as assignee_name',
  'cohorts.name as cohort_name',
  'tech_stacks.name as tech_stack_name',
  'files.name as resume_name',
  'files.size_bytes as resume_size',
  'files.warnings as resume_warnings',
  'files.type as resume_type',
] as const

/** The applications with these ids as a user may see them, in the same order; deleted ones are left out. */
export async function findApplications(
  services: Opener,
  ids: readonly number[],
  viewer: number,
): Promise<Application[]> {
  if (ids.length === 0) return []
  const { database } = services
  const sealed = await database
    .selectFrom('applications')
    .innerJoin('cohorts', 'cohorts.id', 'applications.cohort_id')
    .innerJoin('tech_stacks', 'tech_stacks.id', 'applications.tech_stack_id')
    .innerJoin('files', 'files.id', 'applications.resume_id')
    .leftJoin('users', 'users.id', 'applications.assignee_id')
    .select(columns)
    .select(['applications.resume_id', hasAppliedOtherwise.as('also_applied')])
    .select([isScoreShownTo(viewer).as('is_score_shown'), statusSince.as('status_since')])
    .where('applications.id', 'in', ids)
    .execute()
  const rows = await openRows(services, 'applications', sealed)
  const shared = await findSharedIdentifications(services, rows)
  const applications = rows.map(
    ({
      resume_name: name,
      resume_size: size,
      resume_type: type,
      resume_warnings,
      assignee_id,
      assignee_name,
      is_score_shown,
      resume_id: _,
      ...row
    }) => ({
      ...row,
      assignee: assignee_id === null ? null : { id: assignee_id, name: assignee_name ?? '' },
      status: row.status as ApplicationStatus,
      gender: row.gender as Application['gender'],
      level: row.level as Application['level'],
      resume: { name, size, type, warnings: warningsIn(resume_warnings) },
      also_applied: Boolean(row.also_applied) || shared.has(row.id),
      waiting_since: isWaiting(row) ? row.waiting_since : null,
      score_mean: is_score_shown ? meanOf(row.score_mean) : null,
    }),
  )
  return inOrderOf(ids, applications)
}

/** The names of applicants by the ids of their applications, without deleted ones. */
export async function findApplicantNames(database: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await database
    .selectFrom('applications')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}

/** A page of the staff's list. Finds the ids first, so that a far page doesn't join the rows before it. */
export async function findApplicationsPage(
  services: Opener,
  filters: ListFilters,
  page: PageQuery,
) {
  const { database } = services
  const { ids, total, has_more } = await findListPage(database, filters, windowOf(page))
  const found = await findApplications(services, ids, filters.viewer)
  const hits = await findResumeHits(services, 'applications', ids, filters.search_query)
  const results = found.map((one) => ({ ...one, resume_hit: hits.get(one.id) ?? null }))
  return { ...pageOfTotal(results, total, page), has_more }
}

export async function findApplication(
  services: Opener & Pick<Services, 'now'>,
  id: number,
  viewer: number,
): Promise<ApplicationDetail | null> {
  const [application] = await findApplications(services, [id], viewer)
  if (!application) return null
  const { database } = services
  const related = application.also_applied ? await findRelated(services, id) : []
  const history = await findApplicationHistory(services, id)
  const notes = await findNotes(database, { application_id: id })
  return { ...application, history, notes, related }
}

/** What a form that takes no spot is stored as, and why. */
const withoutSpot = {
  bot: 'A program seems to have sent this form, so it takes no spot. If it was a person, set it to pending.',
  crowd:
    'Very many applications came from the same network within a day, so this one waits for a spot. Give it one if it is genuine.',
}

const insertRow = prepareInsert('applications')
const insertHistory = prepareInsert('application_history')

/**
 * Inserts an application with the first entry of its history.
 * @param stored its national ID and its resume, which tells the one that it belongs to
 * @param reason why it takes no spot: that of a bot is REJECTED, one of a crowd waits
 * @returns what its applicant is shown, from which a bot learns nothing
 */
export async function insertApplication(
  transaction: Transaction<Tables>,
  input: Omit<ApplicationInput, 'resume' | 'done_at' | 'identification'>,
  stored: StoredIdentification,
  now: Date,
  reason?: keyof typeof withoutSpot,
): Promise<SubmittedApplication> {
  const at = now.toISOString()
  const shown = {
    first_name: input.first_name,
    last_name: input.last_name,
    email: input.email,
    phone_number: input.phone_number,
    other_phone_number: input.other_phone_number,
    gender: input.gender,
    level: input.level ?? null,
    description: input.description,
    status: 'PENDING' as const,
    // The applicant's own clock may show another day.
    done_at: localDay(now),
    created_at: at,
  }
  const status = reason === 'bot' ? 'REJECTED' : shown.status
  const id = await insertRow(transaction, {
    ...shown,
    status,
    cohort_id: input.cohort,
    tech_stack_id: input.tech_stack,
    email_key: emailKeyOf(input.email),
    date_of_birth: input.date_of_birth,
    ...stored,
    consent_version: privacyVersion,
    waiting_since: reason === 'crowd' ? at : null,
    ...searchKeys(input),
    updated_at: at,
  })
  const entry = {
    application_id: id,
    from_status: null,
    to_status: status,
    notes: reason ? withoutSpot[reason] : '',
    by_user_id: null,
    by_name: '',
    created_at: at,
  }
  await allDone([
    requireKeyInUse(transaction, stored.identification),
    queueResumeText(transaction, stored.resume_id, at),
    insertHistory(transaction, entry),
  ])
  return { id, ...shown, cohort: input.cohort, tech_stack: input.tech_stack }
}

/** The columns that `searchKeys` are made of. */
export const searchedColumns = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'other_phone_number',
] as const

/** What an application is sorted, searched and found again by. */
export function searchKeys(input: Pick<ApplicationInput, (typeof searchedColumns)[number]>) {
  const { first_name, last_name, email, phone_number, other_phone_number } = input
  const numbers = [phone_number, other_phone_number].map(digitsOf)
  return {
    phone_key: phoneKeyOf(phone_number),
    name_key: searchable(`${last_name} ${first_name}`),
    search_text: searchable([first_name, last_name, email, ...numbers].join(' ')),
  }
}
