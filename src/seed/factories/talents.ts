import { insertTalent, type NewTalent } from '#features/talents/server/insert.ts'
import { consent } from '#features/talents/validation.ts'
import type { Services } from '#platform/http/context.ts'
import { createResume } from '../resume-pdf.ts'

let count = 0

/** A talent's row without the resume. */
export function newTalent(
  { now }: Pick<Services, 'now'>,
  overrides: Partial<NewTalent> = {},
): NewTalent {
  count += 1
  return {
    first_name: 'Aline',
    last_name: 'Uwase',
    email: `aline.uwase.${count}@example.rw`,
    phone_number: '+250788123456',
    location: 'Kigali, Rwanda',
    headline: 'Customer support specialist',
    link: 'https://www.linkedin.com/in/aline-uwase',
    about: 'I listen first.',
    skills: ['Customer support', 'French'],
    level: 'MID',
    years: 4,
    latest_role: 'Support agent',
    availability: 'MONTH',
    work_mode: 'REMOTE',
    consent: consent.version,
    status: 'NEW',
    request_key: null,
    fingerprint: '',
    created_at: now().toISOString(),
    ...overrides,
  }
}

/** Stores a talent with a generated resume. @returns the talent's id */
export async function createTalent(services: Services, overrides: Partial<NewTalent> = {}) {
  const talent = newTalent(services, overrides)
  const name = `${talent.first_name} ${talent.last_name}`
  const resumeId = await createResume(services, name, [talent.headline, talent.location])
  const { id } = await services.database
    .transaction()
    .execute((transaction) => insertTalent(transaction, talent, resumeId))
  return id
}
