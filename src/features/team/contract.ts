import { z } from 'zod'
import {
  choiceOf,
  idSchema,
  imageUrl,
  numeric,
  optionalText,
  requiredText,
  webUrl,
} from '#shared/fields.ts'
import { expectedVersion, newOrder, optionalFilter, searchFilter } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'

const memberStatuses = ['ACTIVE', 'INACTIVE'] as const
export type MemberStatus = (typeof memberStatuses)[number]

const label = optionalText(60)

const fields = {
  full_name: requiredText('Full name is required', 120),
  position: requiredText('Position is required', 120),
  profile_picture: imageUrl,
  linkedin_link: webUrl,
  role: label.describe('Such as Leadership or Mentor'),
  department: label,
  status: choiceOf(memberStatuses, 'Please choose a status'),
  place: numeric(
    z
      .number({ error: 'Please enter a whole number' })
      .int('Please enter a whole number')
      .min(0, 'Please enter a whole number')
      .max(100_000, 'At most 100000'),
  ).describe('Where the member stands in the list; the lowest comes first'),
}

const memberSchema = z.object({
  id: z.number().int(),
  profile_picture: z.string(),
  full_name: z.string(),
  position: z.string(),
  linkedin_link: z.string(),
  role: z.string(),
  department: z.string(),
  status: z.enum(memberStatuses),
  place: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type TeamMember = z.infer<typeof memberSchema>

const listed = memberSchema.partial({
  role: true,
  department: true,
  status: true,
  place: true,
  created_at: true,
  updated_at: true,
})
export type ListedMember = z.infer<typeof listed>

export const teamContract = {
  list: procedure({ tag: 'TeamMember', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/team-members/',
      summary: 'List team members, in their order',
      description:
        'Visitors see the active ones. With a token of ADMIN or EDITOR, with or without filters, it shows everything of all of them. Role, department, status and search need such a token.',
    })
    .input(
      z.object({
        ...pageQuery(),
        role: optionalFilter(label),
        department: optionalFilter(label),
        status: optionalFilter(choiceOf(['ALL', ...memberStatuses], 'Please choose a status')),
        search: searchFilter,
      }),
    )
    .output(pageSchema(listed)),
  create: procedure({ tag: 'TeamMember', access: editors, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/website/team-members/',
      successStatus: 201,
      summary: 'Add a team member',
    })
    .input(
      z.object({
        full_name: fields.full_name,
        position: fields.position,
        profile_picture: fields.profile_picture.default(''),
        linkedin_link: fields.linkedin_link.default(''),
        role: fields.role.default(''),
        department: fields.department.default(''),
        status: fields.status.default('ACTIVE'),
        place: fields.place.optional().describe('By default at the end'),
      }),
    )
    .output(memberSchema),
  update: procedure({ tag: 'TeamMember', access: editors })
    .route({
      method: 'PATCH',
      path: '/website/team-members/{id}/',
      summary: 'Change a team member',
    })
    .input(
      z.object(fields).partial().extend({ id: idSchema, expected_updated_at: expectedVersion }),
    )
    .output(memberSchema),
  delete: procedure({ tag: 'TeamMember', access: editors })
    .route({
      method: 'DELETE',
      path: '/admin/team-members/{id}/',
      successStatus: 204,
      summary: 'Move a team member to the trash',
    })
    .input(z.object({ id: idSchema })),
  toggleStatus: procedure({ tag: 'TeamMember', access: editors, isOnePress: true })
    .route({
      method: 'PATCH',
      path: '/admin/team-members/{id}/toggle-status/',
      summary: 'Make an active member inactive, and the other way round',
    })
    .input(z.object({ id: idSchema, expected_updated_at: expectedVersion }))
    .output(memberSchema),
  labels: procedure({ tag: 'TeamMember', access: editors })
    .route({
      method: 'GET',
      path: '/admin/team-members/labels/',
      summary: 'The roles and departments that members have',
    })
    .output(z.object({ roles: z.array(z.string()), departments: z.array(z.string()) })),
  reorder: procedure({ tag: 'TeamMember', access: editors })
    .route({
      method: 'PATCH',
      path: '/admin/team-members/order/',
      summary: 'Put the active members in a new order',
    })
    .input(newOrder)
    .output(newOrder),
}
