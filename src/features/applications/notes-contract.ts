import { z } from 'zod'
import { flagSchema, idSchema, requiredLines } from '#shared/fields.ts'
import { expectedVersion, filterOr } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { noteLengthMax } from './validation.ts'

export const colleagueSchema = z.object({ id: z.number().int(), name: z.string() })

export const noteSchema = z.object({
  id: z.number().int(),
  text: z.string(),
  author: z.number().int().nullable().describe('Null once the user is deleted'),
  by: z.string(),
  mentions: z.array(colleagueSchema).describe('With their names as they stand in the text'),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ApplicationNote = z.infer<typeof noteSchema>

const mentionSchema = z.object({
  id: z.number().int(),
  application: z.number().int(),
  applicant: z.string(),
  cohort_name: z.string(),
  text: z.string(),
  by: z.string(),
  is_done: z.boolean(),
  created_at: z.string(),
})
export type Mention = z.infer<typeof mentionSchema>

const text = requiredLines('Please write something', noteLengthMax)
const staff = { tag: 'Application', access: recruiters } as const

export const applicationNotesContract = {
  add: procedure({ ...staff, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/admin/applications/{id}/notes/',
      successStatus: 201,
      summary: 'Add a note that only staff see; "@" and a name mentions a colleague',
    })
    .input(z.object({ id: idSchema, text }))
    .output(noteSchema),
  update: procedure(staff)
    .route({
      method: 'PATCH',
      path: '/admin/applications/notes/{id}/',
      summary: "Change one's own note",
    })
    .input(z.object({ id: idSchema, text, expected_updated_at: expectedVersion }))
    .output(noteSchema),
  delete: procedure(staff)
    .route({
      method: 'DELETE',
      path: '/admin/applications/notes/{id}/',
      successStatus: 204,
      summary: "Delete one's own note",
    })
    .input(z.object({ id: idSchema })),
  colleagues: procedure({ tag: 'User', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/applications/colleagues/',
      summary: 'The users who can be mentioned and take care of applications',
    })
    .output(z.object({ results: z.array(colleagueSchema) })),
  mentions: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/applications/mentions/',
      summary: 'Where the signed-in user is mentioned, latest first',
    })
    .input(z.object({ ...pageQuery(), is_done: filterOr(flagSchema, false) }))
    .output(pageSchema(mentionSchema)),
  checkOff: procedure(staff)
    .route({
      method: 'PATCH',
      path: '/admin/applications/mentions/{id}/',
      summary: "Check off a mention of one's own, or take that back",
    })
    .input(z.object({ id: idSchema, is_done: flagSchema }))
    .output(mentionSchema),
}
