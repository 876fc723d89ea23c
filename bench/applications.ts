import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { indexNewRows } from '#database/search-progress.ts'
import { sealedIdentification } from '#features/applications/server/identification.ts'
import { searchKeys } from '#features/applications/server/queries.ts'
import { applicationStatuses, genders, levels } from '#features/applications/validation.ts'
import { localDay } from '#shared/company.ts'
import { firstNames, lastNames, motivations } from '../src/seed/people.ts'
import type { Site } from './site.ts'

const batchSize = 500
const batchesPerCommit = 20
const dayMs = 24 * 60 * 60 * 1000
const days = 730

/** Fills a site with realistic applications of two years. Their resumes are rows without files. */
export async function generateApplications({ services, engine }: Site, count: number) {
  const { database } = services
  const cohorts = await database.selectFrom('cohorts').select('id').execute()
  const stacks = await database.selectFrom('tech_stacks').select('id').execute()
  await database.updateTable('cohorts').set({ capacity: count }).execute()
  const made = Array.from({ length: count / batchSize }, (_, batch) => batch * batchSize)
  for (let at = 0; at < made.length; at += batchesPerCommit) {
    await database.transaction().execute(async (transaction) => {
      for (const first of made.slice(at, at + batchesPerCommit)) {
        const numbers = Array.from({ length: batchSize }, (_, index) => first + index)
        const resumes = await transaction
          .insertInto('files')
          .values(numbers.map(resumeOf))
          .returning('id')
          .execute()
        const people = numbers.map((number, index) => {
          const person = personOf(number, services.now())
          const resume = resumes[index]?.id as number
          return {
            ...person,
            ...sealedIdentification(person.identification, resume, services.dataKeys()[0]),
            cohort_id: spread(cohorts, number * 31).id,
            tech_stack_id: spread(stacks, number * 7).id,
          }
        })
        await transaction.insertInto('applications').values(people).execute()
      }
    })
  }
  await database
    .insertInto('application_history')
    .columns(['application_id', 'to_status', 'notes', 'by_name', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('applications')
        .select((row) => [
          'id',
          row.ref('status').as('to_status'),
          row.val('').as('notes'),
          row.val('').as('by_name'),
          'created_at',
        ]),
    )
    .execute()
  await countRegistered(database)
  // PostgreSQL's autovacuum would do this a minute after so many inserts.
  if (engine === 'postgres') await sql`vacuum analyze`.execute(database)
  await indexNewRows(database)
}

/** Picks an item by number, without correlation between the lists. */
function spread<T>(list: readonly T[], number: number): T {
  const scattered = Math.imul(number + 1, 2_654_435_761) >>> 8
  return list[scattered % list.length] as T
}

function resumeOf(number: number) {
  return {
    key: `resumes/measurement-${number}`,
    name: `resume-${number}.pdf`,
    type: 'application/pdf',
    size_bytes: 100_000,
    sha256: String(number).padStart(64, '0'),
    created_at: '2026-01-01T00:00:00.000Z',
    claimed_at: '2026-01-01T00:00:00.000Z',
  }
}

function personOf(number: number, now: Date) {
  const [first_name, gender] = spread(firstNames, number)
  const last_name = spread(lastNames, number * 3)
  const created = new Date(now.getTime() - ((number * 7_919) % (days * 1440)) * 60_000 - 1000)
  const digits = String(10_000_000 + number * 787).slice(-8)
  const email = `${first_name}.${last_name}.${number}@example.rw`
    .replace(/[^\w.@]/g, '')
    .toLowerCase()
  const fields = {
    first_name,
    last_name,
    email,
    phone_number: `+25078${digits.slice(1)}`,
    other_phone_number: number % 3 === 0 ? `+25072${digits.slice(1)}` : '',
    identification: `1${1992 + (number % 15)}${gender === 'MALE' ? 8 : 7}${digits}01`,
  }
  const at = created.toISOString()
  return {
    ...fields,
    ...searchKeys(fields),
    email_key: email,
    date_of_birth: new Date(Date.UTC(1992 + (number % 15), number % 12, 1 + (number % 28)))
      .toISOString()
      .slice(0, 10),
    gender: number % 29 === 28 ? genders[2] : gender,
    level: number % 5 === 4 ? null : spread(levels, number * 11),
    description: spread(motivations, number * 13),
    // Most applications of two years are decided; the new ones are pending.
    status: spread(
      [...applicationStatuses, 'REJECTED', 'REJECTED', 'PENDING', 'ACCEPTED'],
      number * 17,
    ),
    done_at: localDay(created),
    created_at: at,
    updated_at: at,
  }
}

const countRegistered = (database: Database) =>
  database
    .updateTable('cohorts')
    .set({
      registered: sql<number>`(select count(*) from applications where applications.cohort_id = cohorts.id and applications.status not in ('REJECTED', 'WITHDRAWN'))`,
    })
    .execute()

export const ageInDays = (now: Date, count: number) =>
  localDay(new Date(now.getTime() - count * dayMs))
