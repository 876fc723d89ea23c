import { z } from 'zod'
import { choiceOf, idSchema } from '#shared/fields.ts'
import { batchIds, optionalFilter, searchFilter, severalOf } from '#shared/list-fields.ts'
import {
  batchResponse,
  noticesSchema,
  pageQuery,
  pageSchema,
  procedure,
} from '#shared/procedure.ts'
import { roles } from '#shared/roles.ts'
import { rowKindNames, tagsOfRowKinds } from '#shared/row-kinds.ts'

const kind = choiceOf(rowKindNames, 'Please choose a kind')

const entrySchema = z.object({
  id: z.number().int(),
  kind: z.enum(rowKindNames),
  row_id: z.string().describe('The id that it had, and gets again'),
  title: z.string(),
  dependents: z.number().int().describe('How many rows were deleted with it, such as comments'),
  files: z.number().int(),
  by: z.string(),
  deleted_at: z.string(),
  ends_at: z.string().describe('When it goes for good'),
})
export type TrashEntry = z.infer<typeof entrySchema>

/** Every role sees what it may delete. */
const staff = { tag: 'Trash', alsoChanges: tagsOfRowKinds, access: roles } as const

const admins = { tag: 'Trash', access: ['ADMIN'] } as const

export const trashContract = {
  list: procedure({ tag: 'Trash', access: roles })
    .route({
      method: 'GET',
      path: '/admin/trash/',
      summary: 'List what was deleted in the last 30 days, the latest first',
    })
    .input(
      z.object({
        ...pageQuery(),
        kind: severalOf(kind),
        by: optionalFilter(idSchema).describe('The user who deleted it'),
        search: searchFilter.describe('The name, or an email'),
      }),
    )
    .output(pageSchema(entrySchema)),
  people: procedure({ tag: 'Trash', access: roles })
    .route({
      method: 'GET',
      path: '/admin/trash/people/',
      summary: 'Who has deleted something',
    })
    .output(z.object({ results: z.array(z.object({ id: z.number().int(), name: z.string() })) })),
  restore: procedure(staff)
    .route({
      method: 'POST',
      path: '/admin/trash/{id}/restore/',
      summary: 'Restore something with all that was deleted with it',
      description:
        'It gets the id that it had. 409 names by field what stands in its way, such as an email that was used again.',
    })
    .input(z.object({ id: idSchema }))
    .output(
      z.object({
        kind: z.enum(rowKindNames),
        row_id: z.string(),
        title: z.string(),
        notices: noticesSchema,
      }),
    ),
  undo: procedure(staff)
    .route({
      method: 'POST',
      path: '/admin/trash/undo/',
      summary: 'Restore what was deleted last, by the ids that it had',
    })
    .input(
      z.object({
        kind,
        row_ids: z
          .array(z.union([z.string().min(1).max(100), idSchema.transform(String)]))
          .min(1, 'Please select at least one')
          .max(500, 'At most 500 at once'),
      }),
    )
    .output(
      z.object({
        succeeded: z.array(z.string()),
        failed: z.array(z.object({ id: z.string(), detail: z.string() })),
        notices: noticesSchema,
      }),
    ),
  restoreEach: procedure(staff)
    .route({
      method: 'POST',
      path: '/admin/trash/batch-restore/',
      summary: 'Restore several; those that something stands in the way of fail',
    })
    .input(z.object({ trash_ids: batchIds }))
    .output(batchResponse.extend({ notices: noticesSchema })),
  delete: procedure(admins)
    .route({
      method: 'DELETE',
      path: '/admin/trash/{id}/',
      successStatus: 204,
      summary: 'Delete something for good, with its files',
    })
    .input(z.object({ id: idSchema })),
  deleteEach: procedure(admins)
    .route({
      method: 'POST',
      path: '/admin/trash/batch-delete/',
      summary: 'Delete several for good, with their files',
    })
    .input(z.object({ trash_ids: batchIds }))
    .output(batchResponse),
}
