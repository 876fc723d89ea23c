import { z } from 'zod'
import { auditActions } from '#shared/audit-actions.ts'
import { exportInput } from '#shared/export-input.ts'
import { choiceOf, dateSchema, idSchema } from '#shared/fields.ts'
import { optionalFilter, searchFilter, severalOf, severalTexts } from '#shared/list-fields.ts'
import { fileResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { linesExportedMax, linesPagedMax } from './validation.ts'

const auditLine = z.object({
  id: z.number().int(),
  action: z.enum(auditActions),
  actor_id: z.number().int().nullable().describe('Null for who was not signed in'),
  actor_name: z.string(),
  target: z.string().describe('What kind of thing, such as application'),
  target_id: z.string().nullable().describe('Which one; null for several'),
  details: z.record(z.string(), z.unknown()),
  client_ip: z.string(),
  created_at: z.string(),
})
export type AuditLine = z.infer<typeof auditLine>

const namedLine = auditLine.extend({
  name: z.string().nullable().describe('Of the thing; null where it has none, or is gone'),
})
export type NamedLine = z.infer<typeof namedLine>

const filters = {
  action: severalOf(choiceOf(auditActions, 'Please choose an action')),
  actor_id: severalOf(idSchema),
  target: severalTexts(60),
  search: searchFilter.describe('The id of what the line is about'),
  from: optionalFilter(dateSchema).describe('A day in Kigali'),
  to: optionalFilter(dateSchema).describe('A day in Kigali, included'),
}

const admins = { access: ['ADMIN'] } as const

/** Lines are written by what they tell of. No call changes or deletes one. */
export const auditContract = {
  list: procedure(admins)
    .route({
      method: 'GET',
      path: '/admin/audit-log/',
      summary: 'List the lines of the audit log, the newest first',
    })
    .input(z.object({ ...pageQuery(), ...filters }))
    .output(
      pageSchema(namedLine).extend({
        has_more: z
          .boolean()
          .describe(`Whether more than ${linesPagedMax} match, which total_items counts at most`),
      }),
    ),
  facets: procedure(admins)
    .route({
      method: 'GET',
      path: '/admin/audit-log/facets/',
      summary: 'Who has done something, and what kinds of things there are',
    })
    .output(
      z.object({
        actors: z.array(z.object({ id: z.number().int(), name: z.string() })),
        targets: z.array(z.string()),
      }),
    ),
  export: procedure(admins)
    .route({
      method: 'POST',
      path: '/admin/audit-log/export/',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      summary: `Download exactly the filtered lines as csv, xlsx or json, at most ${linesExportedMax}`,
    })
    .input(exportInput(filters))
    .output(fileResponse),
}
