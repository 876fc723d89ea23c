import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { exportInput } from '#shared/export-input.ts'
import { choiceOf, formFields, idSchema, refuseBy, textField } from '#shared/fields.ts'
import {
  batchIds,
  expectedVersion,
  expectedVersions,
  goesOn,
  knownFilters,
  listSeenAt,
  optionalFilter,
  searchFilter,
  seenList,
  severalOf,
} from '#shared/list-fields.ts'
import {
  batchEvent,
  fileResponse,
  pageQuery,
  pageSchema,
  procedure,
  undoableBatchResponse,
} from '#shared/procedure.ts'
import { resumeBytesMax, resumeMessages, validateResume } from '#shared/resume.ts'
import { resumeHitSchema, resumeSchema, resumeTextSchema } from '#shared/resume-fields.ts'
import { recruiters } from '#shared/roles.ts'
import type { FieldRule } from '#shared/validation.ts'
import {
  availabilities,
  normalizeLink,
  skillsIn,
  type TalentField,
  talentLevels,
  talentOrders,
  talentRules,
  talentStatuses,
  workModes,
} from './validation.ts'

/** A text field with its rule; a field that may be empty may be missing, too. */
const field = (name: TalentField) => {
  const rule: FieldRule = talentRules[name]
  return rule.missing === undefined ? textField(rule).default('') : textField(rule)
}

/** A choice field; its rule checks that the value is one of the choices. */
const choice = <Value extends string>(name: TalentField, _values: readonly Value[]) =>
  field(name).transform((value) => value as Value)

const talentInput = z.object({
  first_name: field('first_name'),
  last_name: field('last_name'),
  email: field('email'),
  phone_number: field('phone_number'),
  location: field('location').describe('City and country'),
  headline: field('headline'),
  link: field('link').transform((value) => (value === '' ? '' : (normalizeLink(value) ?? ''))),
  about: field('about'),
  skills: field('skills').transform(skillsIn).describe('With commas between them'),
  level: choice('level', talentLevels),
  years: field('years').transform(Number),
  latest_role: field('latest_role'),
  availability: choice('availability', availabilities),
  work_mode: choice('work_mode', workModes),
  consent: field('consent').describe('The version of the accepted consent text'),
  resume: z.file({ error: resumeMessages.resume }).superRefine(refuseBy(validateResume)),
  ...formFields,
})
export type TalentInput = z.infer<typeof talentInput>

/** The response to a talent. */
const registeredTalent = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  created_at: z.string(),
})
export type RegisteredTalent = z.infer<typeof registeredTalent>

/** A talent as staff see it. */
const talentSchema = registeredTalent.extend({
  phone_number: z.string(),
  location: z.string(),
  headline: z.string(),
  link: z.string(),
  about: z.string(),
  skills: z.array(z.string()),
  level: z.enum(talentLevels),
  years: z.number().int(),
  latest_role: z.string(),
  availability: z.enum(availabilities),
  work_mode: z.enum(workModes),
  resume: resumeSchema,
  status: z.enum(talentStatuses),
  consent_version: z.string(),
  consented_at: z.string(),
  updated_at: z.string(),
})
export type Talent = z.infer<typeof talentSchema>

const historyLine = z.object({
  id: z.number().int(),
  from_status: z.enum(talentStatuses).nullable(),
  to_status: z.enum(talentStatuses),
  notes: z.string(),
  by: z.string().describe('The name of the user, or empty for the talent'),
  created_at: z.string(),
})
const talentDetail = talentSchema.extend({ history: z.array(historyLine) })

const status = choiceOf(talentStatuses, 'Please choose a status')

const notes = z.string().trim().max(2_000, 'At most 2000 characters').default('')

const talentFilters = {
  status: severalOf(status),
  skill: severalOf(z.string().max(200)),
  level: severalOf(choiceOf(talentLevels, 'Please choose a level')),
  availability: severalOf(choiceOf(availabilities, 'Please choose an availability')),
  search: searchFilter,
}
const filtersSchema = knownFilters(talentFilters)
export type TalentFilters = z.infer<typeof filtersSchema>

const matchingTalents = z.object({ filters: filtersSchema, ...seenList, status, notes })
export type MatchingTalents = z.infer<typeof matchingTalents>

const ordering = optionalFilter(z.enum(talentOrders)).describe('By default -created_at')

const staff = { tag: 'Talent', access: recruiters } as const

export const talentsContract = {
  register: procedure({
    tag: 'Talent',
    access: 'public',
    limit: { calls: 150, refused: 30, seconds: 600 },
    files: { resume: resumeBytesMax },
    isCreatedOnce: true,
  })
    .route({
      method: 'POST',
      path: '/website/talents/',
      successStatus: 201,
      summary: 'Register as a talent who looks for work',
      description:
        'Multipart form data. Send an Idempotency-Key header: the same registration sent twice under one key is stored once and gets the same response. Suspected spam gets the same response and is stored with the status SPAM.',
    })
    .input(talentInput)
    .output(z.object({ message: z.string(), data: registeredTalent })),
  list: procedure(staff)
    .route({ method: 'GET', path: '/admin/talents/', summary: 'List registered talents' })
    .input(z.object({ ...pageQuery(), ...talentFilters, ordering }))
    .output(
      pageSchema(talentSchema.extend({ resume_hit: resumeHitSchema.nullable() })).extend({
        seen_at: listSeenAt,
      }),
    ),
  neighbours: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/talents/{id}/neighbours/',
      summary: 'The talents before and after one in a filtered, ordered list',
    })
    .input(z.object({ id: idSchema, ...talentFilters, ordering }))
    .output(z.object({ previous: z.number().int().nullable(), next: z.number().int().nullable() })),
  skills: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/talents/skills/',
      summary: 'The skills that talents have named, the most frequent first',
    })
    .output(
      z.object({ results: z.array(z.object({ name: z.string(), talents: z.number().int() })) }),
    ),
  get: procedure(staff)
    .route({ method: 'GET', path: '/admin/talents/{id}/', summary: 'One registered talent' })
    .input(z.object({ id: idSchema }))
    .output(talentDetail),
  changeStatus: procedure({ ...staff, isOnePress: true })
    .route({ method: 'PATCH', path: '/admin/talents/{id}/status/', summary: 'Change a status' })
    .input(z.object({ id: idSchema, status, notes, expected_updated_at: expectedVersion }))
    .output(talentSchema),
  changeStatuses: procedure({ ...staff, alsoChanges: ['Batch'] })
    .route({
      method: 'PATCH',
      path: '/admin/talents/batch-status/',
      summary: 'Change many statuses',
    })
    .input(
      z.object({
        talent_ids: batchIds,
        expected_versions: expectedVersions,
        status,
        notes,
        batch: goesOn,
      }),
    )
    .output(undoableBatchResponse),
  changeMatching: procedure({ ...staff, alsoChanges: ['Batch'] })
    .route({
      method: 'PATCH',
      path: '/admin/talents/batch-status/matching/',
      summary: 'Change the status of all talents that match',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. It changes the talents that matched when the list was read: later ones are left alone, and those that have changed since fail.',
    })
    .input(matchingTalents)
    .output(eventIterator(batchEvent)),
  export: procedure({ access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/talents/export/',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      summary: 'Download exactly the filtered talents as csv, xlsx or json',
    })
    .input(exportInput(talentFilters, ordering))
    .output(fileResponse),
  resume: procedure({ access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/talents/{id}/resume/',
      outputStructure: 'detailed',
      summary: "Download a talent's resume",
    })
    .input(z.object({ id: idSchema }))
    .output(fileResponse),
  resumeText: procedure({ access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/talents/{id}/resume/text/',
      summary: 'The text of a resume in DOCX or DOC',
    })
    .input(z.object({ id: idSchema }))
    .output(resumeTextSchema),
  delete: procedure(staff)
    .route({
      method: 'DELETE',
      path: '/admin/talents/{id}/',
      successStatus: 204,
      summary: 'Move a registration and its resume to the trash',
    })
    .input(z.object({ id: idSchema })),
}
