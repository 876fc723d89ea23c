import { z } from 'zod'
import { optionalText, requiredText } from '#shared/fields.ts'
import { expectedVersion } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'

/** The id is a slug, so that the four built-in tech stacks and the stored ones have the same ids. */
const techStackId = z
  .string({ error: 'Tech stack is required' })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use small letters, digits and hyphens')
  .max(60)

const lines = z.array(optionalText(300).min(1)).max(30)

const techStackSchema = z.object({
  id: z.string(),
  name: z.string(),
  short_description: z.string(),
  icon: z.string().describe('The name of a built-in icon, or the address of a picture'),
  description: z.string(),
  prerequisites: z.array(z.string()),
  references: z.array(z.string()),
  updated_at: z.string().optional(),
})
export type TechStack = z.infer<typeof techStackSchema>

const fields = {
  name: requiredText('Name is required', 120),
  short_description: optionalText(300),
  icon: optionalText(300),
  description: z.string().trim().max(2_000),
  prerequisites: lines,
  references: lines,
}

export const techStacksContract = {
  list: procedure({ tag: 'TechStack', access: 'public' })
    .route({ method: 'GET', path: '/techstacks/', summary: 'List tech stacks, in their order' })
    .input(z.object(pageQuery(1000)))
    .output(pageSchema(techStackSchema)),
  create: procedure({ tag: 'TechStack', access: recruiters, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/admin/techstacks/',
      successStatus: 201,
      summary: 'Create a tech stack',
    })
    .input(
      z.object({
        id: techStackId.optional().describe('Made from the name when left out'),
        name: fields.name,
        short_description: fields.short_description.default(''),
        icon: fields.icon.default(''),
        description: fields.description.default(''),
        prerequisites: lines.default([]),
        references: lines.default([]),
      }),
    )
    .output(techStackSchema),
  update: procedure({ tag: 'TechStack', alsoChanges: ['Application'], access: recruiters })
    .route({ method: 'PATCH', path: '/admin/techstacks/{id}/', summary: 'Change a tech stack' })
    .input(
      z.object(fields).partial().extend({ id: techStackId, expected_updated_at: expectedVersion }),
    )
    .output(techStackSchema),
  delete: procedure({ tag: 'TechStack', access: recruiters })
    .route({
      method: 'DELETE',
      path: '/admin/techstacks/{id}/',
      successStatus: 204,
      summary: 'Delete a tech stack that no application names',
    })
    .input(z.object({ id: techStackId })),
  reorder: procedure({ tag: 'TechStack', access: recruiters })
    .route({
      method: 'PATCH',
      path: '/admin/techstacks/order/',
      summary: 'Put all tech stacks in a new order',
    })
    .input(z.object({ ids: z.array(techStackId).min(1).max(1000) }))
    .output(z.object({ ids: z.array(z.string()) })),
}
