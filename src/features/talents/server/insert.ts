import type { Transaction } from 'kysely'
import { digitsOf, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { queueResumeText } from '#platform/resumes/resume-texts.ts'
import { claimFile } from '#platform/storage/files.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import type { RegisteredTalent, TalentInput } from '../contract.ts'
import type { TalentStatus } from '../validation.ts'

/** A registration to be stored. */
export type NewTalent = Omit<TalentInput, 'resume' | 'website' | 'form_token'> & {
  status: TalentStatus
  request_key: string | null
  fingerprint: string
  created_at: string
}

/** Inserts a talent with their skills and the beginning of their history, and claims the file of the resume. */
export async function insertTalent(
  transaction: Transaction<Tables>,
  talent: NewTalent,
  resumeId: number,
): Promise<RegisteredTalent> {
  const { skills, consent, ...fields } = talent
  const { first_name, last_name, email, created_at } = fields
  const { id } = await transaction
    .insertInto('talents')
    .values({
      ...fields,
      email_key: emailKeyOf(email),
      resume_id: resumeId,
      consent_version: consent,
      consented_at: created_at,
      ...searchKeys(talent),
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueResumeText(transaction, resumeId, created_at)
  const rows = new Map(
    skills.map((name, position) => [
      searchable(name),
      { talent_id: id, skill_key: searchable(name), name, position },
    ]),
  )
  await transaction
    .insertInto('talent_skills')
    .values([...rows.values()])
    .execute()
  await transaction
    .insertInto('talent_history')
    .values({
      talent_id: id,
      from_status: null,
      to_status: fields.status,
      notes: '',
      by_user_id: null,
      by_name: '',
      created_at,
    })
    .execute()
  await claimFile(transaction, resumeId, created_at)
  return { id, first_name, last_name, email, created_at }
}

function searchKeys(talent: NewTalent) {
  const { first_name, last_name, email, phone_number, location, headline, latest_role } = talent
  const number = digitsOf(phone_number)
  const texts = [first_name, last_name, email, number, location, headline, latest_role]
  return {
    name_key: searchable(`${last_name} ${first_name}`),
    search_text: searchable([...texts, ...talent.skills].join('\n')),
  }
}
