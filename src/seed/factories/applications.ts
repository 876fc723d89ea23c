import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { ApplicationInput } from '#features/applications/application-schemas.ts'
import { sealedIdentification } from '#features/applications/server/identification.ts'
import { insertApplication, searchKeys } from '#features/applications/server/queries.ts'
import { takesSpot } from '#features/applications/server/spots.ts'
import type { ApplicationStatus } from '#features/applications/validation.ts'
import type { Services } from '#platform/http/context.ts'
import type { DataKey } from '#platform/security/data-keys.ts'
import { claimFile } from '#platform/storage/files.ts'
import { localDay } from '#shared/company.ts'
import { createResume } from '../resume-pdf.ts'

export type NewApplication = Omit<ApplicationInput, 'resume' | 'done_at'> & {
  status: ApplicationStatus
  /** Why it has its status. */
  reason?: string
  /** Since when it waits for a spot. */
  waiting_since?: string
  created_at: string
  /** When it got its status; by default as it came in. */
  decided_at?: string
}

/**
 * Inserts an application with the resume of that file as a submission does, then gives it its status. Unlike a
 * submission it counts in closed and full cohorts, too.
 * @returns its id
 */
export async function insertExistingApplication(
  transaction: Transaction<Tables>,
  { status, created_at, decided_at, reason = '', waiting_since, ...input }: NewApplication,
  resumeId: number,
  key: DataKey,
) {
  const stored = sealedIdentification(input.identification, resumeId, key)
  const { id } = await insertApplication(transaction, input, stored, new Date(created_at))
  if (status !== 'PENDING') {
    await transaction.updateTable('applications').set({ status }).where('id', '=', id).execute()
    await transaction
      .insertInto('application_history')
      .values({
        application_id: id,
        from_status: 'PENDING',
        to_status: status,
        notes: reason,
        by_user_id: null,
        by_name: 'Huza Team',
        created_at: decided_at ?? created_at,
      })
      .execute()
  }
  if (waiting_since) {
    await transaction
      .updateTable('applications')
      .set({ waiting_since })
      .where('id', '=', id)
      .execute()
  }
  if (takesSpot({ status, waiting_since: waiting_since ?? null })) {
    await transaction
      .updateTable('cohorts')
      .set((set) => ({ registered: set('registered', '+', 1) }))
      .where('id', '=', input.cohort)
      .execute()
  }
  await claimFile(transaction, resumeId, created_at)
  return id
}

let count = 0

/** Stores an application with its resume. @returns its id */
export async function createApplication(
  services: Services,
  parents: { cohort: number; tech_stack: string },
  overrides: Partial<NewApplication> = {},
) {
  count += 1
  const application: NewApplication = {
    ...parents,
    first_name: 'Aline',
    last_name: 'Uwase',
    email: `aline.uwase.${count}@example.rw`,
    phone_number: '+250788123456',
    other_phone_number: '',
    date_of_birth: '2001-05-17',
    identification: '1200170012345678',
    gender: 'FEMALE',
    level: 'BEGINER',
    description: 'I want to build things that people in my town use.',
    status: 'PENDING',
    created_at: services.now().toISOString(),
    ...overrides,
  }
  const name = `${application.first_name} ${application.last_name}`
  const resumeId = await createResume(services, name, ['Kigali, Rwanda'])
  return inTransaction(services.database, (transaction) =>
    insertExistingApplication(transaction, application, resumeId, services.dataKeys()[0]),
  )
}

const inTransaction = <T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
) => database.transaction().execute(work)

/** Stores many applications at once. Their resumes are rows without files: for lists, not for downloads. */
export async function insertManyApplications(
  { database, dataKeys, now }: Pick<Services, 'database' | 'dataKeys' | 'now'>,
  parents: { cohort: number; tech_stack: string },
  total: number,
) {
  const at = now().toISOString()
  const batchSize = 100
  for (let start = 0; start < total; start += batchSize) {
    const numbers = Array.from(
      { length: Math.min(batchSize, total - start) },
      (_, index) => start + index,
    )
    await inTransaction(database, async (transaction) => {
      const files = await transaction
        .insertInto('files')
        .values(
          numbers.map(() => ({
            key: `none/${randomUUID()}`,
            name: 'resume.pdf',
            type: 'application/pdf',
            size_bytes: 1,
            sha256: '',
            created_at: at,
            claimed_at: at,
          })),
        )
        .returning('id')
        .execute()
      const fields = {
        first_name: 'Aline',
        last_name: 'Uwase',
        phone_number: '+250788123456',
        other_phone_number: '',
      }
      await transaction
        .insertInto('applications')
        .values(
          numbers.map((number, index) => ({
            ...fields,
            ...searchKeys({ ...fields, email: `aline.${number}@example.rw` }),
            email: `aline.${number}@example.rw`,
            email_key: `aline.${number}@example.rw`,
            cohort_id: parents.cohort,
            tech_stack_id: parents.tech_stack,
            date_of_birth: '2001-05-17',
            gender: 'FEMALE',
            level: null,
            description: '',
            ...sealedIdentification('1200170012345678', files[index]?.id ?? 0, dataKeys()[0]),
            status: 'PENDING',
            done_at: localDay(now()),
            created_at: at,
            updated_at: at,
          })),
        )
        .execute()
    })
  }
}
