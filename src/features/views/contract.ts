import { z } from 'zod'
import { choiceOf, flagSchema, idSchema, requiredText } from '#shared/fields.ts'
import { expectedVersion } from '#shared/list-fields.ts'
import { procedure } from '#shared/procedure.ts'
import { roles } from '#shared/roles.ts'
import { viewListNames } from './validation.ts'

const list = choiceOf(viewListNames, 'Please choose a list')

const viewSchema = z.object({
  id: z.number().int(),
  list: z.enum(viewListNames),
  name: z.string(),
  parameters: z.string().describe("The query of the list's URL, without page"),
  is_shared: z.boolean().describe('Whether everybody who sees the list sees the view'),
  is_pinned: z.boolean().describe('Whether it is a tab above the list'),
  by: z.string(),
  is_own: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type SavedView = z.infer<typeof viewSchema>

/** What stays when the view is opened: the page doesn't, and the id of the view is its own. */
function withoutPlace(parameters: string) {
  const params = new URLSearchParams(parameters)
  for (const name of ['page', 'view']) params.delete(name)
  return params.toString()
}

/** The query as it stands in the URL, where most characters become several: servers refuse very long URLs. */
const query = z
  .string({ error: 'Please send the query of the list' })
  .max(2_000, 'At most 2000 characters')

const fields = {
  name: requiredText('Please enter a name', 60),
  parameters: query.transform(withoutPlace).pipe(query),
  is_shared: flagSchema,
  is_pinned: flagSchema,
}

const staff = { tag: 'View', access: roles } as const

export const viewsContract = {
  list: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/views/',
      summary: 'The saved views of a list: the own ones, then those that colleagues share, by name',
    })
    .input(z.object({ list }))
    .output(z.object({ results: z.array(viewSchema) })),
  create: procedure(staff)
    .route({ method: 'POST', path: '/admin/views/', successStatus: 201, summary: 'Save a view' })
    .input(z.object({ list, ...fields }))
    .output(viewSchema),
  update: procedure(staff)
    .route({
      method: 'PATCH',
      path: '/admin/views/{id}/',
      summary: 'Change a view: its owner, or an administrator if it is shared',
    })
    .input(
      z.object({
        id: idSchema,
        name: fields.name.optional(),
        parameters: fields.parameters.optional(),
        is_shared: fields.is_shared.optional(),
        is_pinned: fields.is_pinned.optional(),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(viewSchema),
  delete: procedure(staff)
    .route({
      method: 'DELETE',
      path: '/admin/views/{id}/',
      successStatus: 204,
      summary: 'Delete a view: its owner, or an administrator if it is shared',
    })
    .input(z.object({ id: idSchema })),
}
