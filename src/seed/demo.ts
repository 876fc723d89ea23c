import { isUniqueViolation } from '#database/errors.ts'
import { builtInTechStacks } from '#features/tech-stacks/built-in.ts'
import type { Services } from '#platform/http/context.ts'
import { dayMs } from '#shared/durations.ts'
import { demoCohorts } from './cohorts.ts'
import { storePortraits } from './company/portraits.ts'
import { seedCompany } from './company/seed-company.ts'
import { insertExistingApplication, type NewApplication } from './factories/applications.ts'
import { createCohort } from './factories/cohorts.ts'
import { createTechStack } from './factories/tech-stacks.ts'
import { seedInterviews } from './interviews.ts'
import { seedNews } from './news/news.ts'
import { experiences, firstNames, lastNames, mailboxOf, motivations, towns } from './people.ts'
import { furtherApplicants, seedRecruiting } from './recruiting.ts'
import { createResume } from './resume-pdf.ts'
import { prepareTalents, seedTalents } from './talents.ts'
import { seedTrash } from './trash.ts'
import { seedVisits } from './visits.ts'

/**
 * Fills an empty database with demo content, in one transaction: all of it or, if the process dies or another one has
 * done it, none.
 * @returns whether it was stored
 */
export async function seedDemo(services: Services): Promise<boolean> {
  const plans = demoCohorts(services.now())
  const total = plans.reduce((sum, plan) => sum + plan.applications, 0)
  const people = Array.from({ length: total + furtherApplicants }, (_, index) => ({
    ...applicant(index, services.now()),
    // One of them has applied already.
    ...(index === total && identityOf(applicant(0, services.now()))),
  }))
  const resumeIds: number[] = []
  for (const [index, person] of people.entries())
    resumeIds.push(await createResume(services, ...resumeOf(person, index)))
  const portraits = await storePortraits(services)
  const talents = await prepareTalents(services)
  try {
    await services.database.transaction().execute(async (transaction) => {
      const inTransaction = { ...services, database: transaction }
      for (const stack of builtInTechStacks) await createTechStack(inTransaction, stack)
      await seedCompany(inTransaction, portraits)
      await seedNews(inTransaction)
      await seedTalents(transaction, talents)
      await seedTrash(transaction, services.now)
      const [key] = services.dataKeys()
      let next = 0
      const cohortIds = new Map<string, number>()
      const ids: number[] = []
      for (const { cohort, applications, appliedDaysAgo } of plans) {
        const cohortId = await createCohort(inTransaction, cohort)
        cohortIds.set(cohort.name, cohortId)
        for (let count = 0; count < applications; count += 1, next += 1) {
          const [person, resumeId] = [people[next], resumeIds[next]]
          if (!person || resumeId === undefined) continue
          // In full cohorts nobody is rejected, so that they stay full.
          const status = cohort.limit <= applications ? 'ACCEPTED' : person.status
          const application = { ...earlier(person, appliedDaysAgo), status, cohort: cohortId }
          ids.push(await insertExistingApplication(transaction, application, resumeId, key))
        }
      }
      const further = people.slice(total).map((person, index) => ({
        person,
        resumeId: resumeIds[total + index] ?? 0,
      }))
      await seedRecruiting(transaction, { ids, cohortIds, first: people[0], further, key })
      await seedInterviews(inTransaction, cohortIds)
      await seedVisits(transaction, services.now)
    })
    return true
  } catch (error) {
    // Another process that started at the same time has stored the demo first. The resumes of this one stay unclaimed,
    // and the upkeep removes them.
    if (isUniqueViolation(error)) return false
    throw error
  }
}

const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T

const statuses = [
  'PENDING',
  'PENDING',
  'REVIEWING',
  'SHORTLISTED',
  'PENDING',
  'ACCEPTED',
  'REJECTED',
  'REVIEWING',
  'PENDING',
  'WITHDRAWN',
] as const
const levels = ['BEGINER', 'INTERMEDIATE', undefined, 'BEGINER', 'ADVANCED'] as const

function applicant(index: number, now: Date): Omit<NewApplication, 'cohort'> {
  const [first_name, gender] = pick(firstNames, index * 7 + Math.floor(index / 20))
  const last_name = pick(lastNames, index * 5 + Math.floor(index / 17))
  const digits = String(10_000_000 + index * 733_331).slice(-8)
  const year = 1992 + ((index * 3) % 15)
  const month = String(1 + ((index * 5) % 12)).padStart(2, '0')
  const day = String(1 + ((index * 11) % 28)).padStart(2, '0')
  const created = new Date(now.getTime() - ((index * 37) % 28) * dayMs - index * 610_000)
  return {
    first_name,
    last_name,
    gender: index % 29 === 28 ? 'OTHER' : gender,
    email: `${mailboxOf(`${first_name}.${last_name}.${index + 1}`)}@example.rw`,
    phone_number: `+25078${digits.slice(0, 7)}`,
    other_phone_number: index % 3 === 0 ? `+25072${digits.slice(1)}` : '',
    date_of_birth: `${year}-${month}-${day}`,
    identification:
      index % 9 === 8
        ? `PC${digits.slice(0, 6)}`
        : `1${year}${gender === 'MALE' ? 8 : 7}${digits}01`,
    level: pick(levels, index),
    description: pick(motivations, index),
    tech_stack: pick(builtInTechStacks, index * 3 + Math.floor(index / 4)).id,
    status: pick(statuses, index),
    created_at: created.toISOString(),
    decided_at: new Date(
      Math.min(now.getTime(), created.getTime() + (1 + ((index * 5) % 7)) * dayMs),
    ).toISOString(),
  }
}

/** The same person, who has applied so many days before. */
function earlier(person: Omit<NewApplication, 'cohort'>, days: number) {
  const moved = (at: string) => new Date(Date.parse(at) - days * dayMs).toISOString()
  const { created_at, decided_at = created_at } = person
  return { ...person, created_at: moved(created_at), decided_at: moved(decided_at) }
}

/** By what an applicant is known when they apply again. */
function identityOf(person: Omit<NewApplication, 'cohort'>) {
  const { first_name, last_name, gender, email, phone_number, date_of_birth, identification } =
    person
  return { first_name, last_name, gender, email, phone_number, date_of_birth, identification }
}

function resumeOf(person: Omit<NewApplication, 'cohort'>, index: number): [string, string[]] {
  return [
    `${person.first_name} ${person.last_name}`,
    [
      `${person.email}   ${person.phone_number}   ${pick(towns, index)}, Rwanda`,
      '',
      'Work',
      `- ${pick(experiences, index)}`,
      `- ${pick(experiences, index + 1 + (index % 5))}`,
      '',
      'School',
      `- Advanced level certificate, ${pick(towns, index + 3)}, ${Number(person.date_of_birth.slice(0, 4)) + 19}`,
      '',
      'Languages',
      '- Kinyarwanda, English, some French',
    ],
  ]
}
