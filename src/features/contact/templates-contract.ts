import { z } from 'zod'
import { idSchema, refuseBy, requiredLines, requiredText } from '#shared/fields.ts'
import { expectedVersion, searchFilter } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { validateVariables } from './reply-variables.ts'
import { textLengthMax } from './validation.ts'

const templateSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  text: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ReplyTemplate = z.infer<typeof templateSchema>

const title = requiredText('Please enter a title', 120)
const text = requiredLines('Please enter a text', textLengthMax).superRefine(
  refuseBy(validateVariables),
)

const byId = z.object({ id: idSchema })
const staff = { tag: 'ReplyTemplate', access: recruiters } as const

export const replyTemplatesContract = {
  list: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/reply-templates/',
      summary: 'List the templates of replies, by title',
    })
    .input(z.object({ ...pageQuery(), search: searchFilter }))
    .output(pageSchema(templateSchema)),
  create: procedure(staff)
    .route({
      method: 'POST',
      path: '/admin/reply-templates/',
      successStatus: 201,
      summary: 'Create a template',
    })
    .input(z.object({ title, text }))
    .output(templateSchema),
  update: procedure(staff)
    .route({ method: 'PATCH', path: '/admin/reply-templates/{id}/', summary: 'Change a template' })
    .input(
      z.object({
        id: idSchema,
        title: title.optional(),
        text: text.optional(),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(templateSchema),
  delete: procedure(staff)
    .route({
      method: 'DELETE',
      path: '/admin/reply-templates/{id}/',
      successStatus: 204,
      summary: 'Move a template to the trash',
    })
    .input(byId),
}
