import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { exportInput } from '#shared/export-input.ts'
import {
  choiceOf,
  emptyIsNone,
  flagSchema,
  idOr,
  idSchema,
  refuseBy,
  requiredLines,
} from '#shared/fields.ts'
import {
  batchIds,
  expectedVersion,
  expectedVersions,
  knownFilters,
  listSeenAt,
  optionalFilter,
  searchFilter,
  seenList,
  severalOf,
} from '#shared/list-fields.ts'
import {
  batchEvent,
  batchResponse,
  fileResponse,
  pageQuery,
  pageSchema,
  procedure,
} from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import {
  contactDetail,
  contactInput,
  contactSchema,
  draftSchema,
  ownerSchema,
} from './message-schemas.ts'
import { validateFilled } from './reply-variables.ts'
import { contactActions, contactOrders, contactStatuses, textLengthMax } from './validation.ts'

export type { ContactInput } from './message-schemas.ts'

const status = choiceOf(contactStatuses, 'Please choose a status')

const ownerMessage = 'Please choose an owner'
const ownerId = emptyIsNone(idOr(ownerMessage)).describe('Null for nobody')

const contactFilters = {
  status: severalOf(status),
  is_read: optionalFilter(flagSchema),
  owner: severalOf(
    z.union([z.enum(['me', 'none']), idOr(ownerMessage)], { error: ownerMessage }),
  ).describe('Ids, me or none'),
  search: searchFilter,
}
const filtersSchema = knownFilters(contactFilters)
export type ContactFilters = z.infer<typeof filtersSchema>

const action = z.enum(contactActions, { error: 'Please choose an action' })
const newOwner = ownerId.optional().describe('Of the action assign; null for nobody')
/** Left out, it would take the owners off all. */
const hasOwner = ({ action, owner }: { action: string; owner?: number | null }) =>
  action !== 'assign' || owner !== undefined
const ownerMissing = { path: ['owner'], error: ownerMessage }
const matchingContacts = z
  .object({
    filters: filtersSchema,
    ...seenList,
    owner: newOwner,
    action: action.exclude(['delete'], { error: 'Please choose an action' }),
  })
  .refine(hasOwner, ownerMissing)
export type MatchingContacts = z.infer<typeof matchingContacts>

const ordering = optionalFilter(z.enum(contactOrders)).describe('By default -created_at')

const versionOf = expectedVersion.unwrap()

const restoredRow = z.object({
  id: idSchema,
  status,
  is_read: flagSchema,
  owner: ownerId,
  expected_updated_at: versionOf.describe('The updated_at that the batch gave the row'),
})

/** The outcome of a batch, and the version that it gave the rows. */
const batchOfVersion = batchResponse.extend({
  version: z.string().nullable().describe('The updated_at of the changed rows'),
})

const byId = z.object({ id: idSchema })
const text = requiredLines('Please write something', textLengthMax)
const staff = { tag: 'Contact', access: recruiters } as const

export const contactContract = {
  send: procedure({
    tag: 'Contact',
    access: 'public',
    limit: { calls: 20, refused: 20, seconds: 600 },
  })
    .route({
      method: 'POST',
      path: '/website/contact-us/',
      successStatus: 201,
      summary: 'Send the company a message',
      description:
        'What looks like spam is answered the same, and stored with the status SPAM. Without form_token fewer are taken, with a closer look.',
    })
    .input(contactInput)
    .output(z.object({ detail: z.string() })),
  list: procedure(staff)
    .route({ method: 'GET', path: '/website/contact-us/', summary: 'List contact messages' })
    .input(z.object({ ...pageQuery(), ...contactFilters, ordering }))
    .output(
      pageSchema(contactSchema).extend({
        seen_at: listSeenAt,
        has_more: z.boolean().describe('Whether a search found more than the latest 10,000'),
      }),
    ),
  get: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/contacts/{id}/',
      summary: 'One contact message with its thread',
    })
    .input(byId)
    .output(contactDetail),
  neighbours: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/contacts/{id}/neighbours/',
      summary: 'The messages before and after one in a filtered, ordered list',
    })
    .input(z.object({ id: idSchema, ...contactFilters, ordering }))
    .output(z.object({ previous: z.number().int().nullable(), next: z.number().int().nullable() })),
  counts: procedure(staff)
    .route({ method: 'GET', path: '/admin/contacts/counts/', summary: 'Count unread messages' })
    .output(z.object({ unread: z.number().int().describe('Without spam') })),
  owners: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/contacts/owners/',
      summary: 'The users who can take care of messages',
    })
    .output(z.object({ results: z.array(ownerSchema) })),
  open: procedure(staff)
    .route({
      method: 'POST',
      path: '/admin/contacts/{id}/open/',
      summary: 'Mark a message as read because it is shown: no edit, so it makes no new version',
    })
    .input(byId)
    .output(contactSchema),
  delete: procedure(staff)
    .route({
      method: 'DELETE',
      path: '/admin/contacts/{id}/',
      successStatus: 204,
      summary: 'Move a contact message to the trash',
    })
    .input(byId),
  changeStatus: procedure({ ...staff, isOnePress: true })
    .route({ method: 'PATCH', path: '/admin/contacts/{id}/status/', summary: 'Change a status' })
    .input(z.object({ id: idSchema, status, expected_updated_at: expectedVersion }))
    .output(contactSchema),
  changeRead: procedure({ ...staff, isOnePress: true })
    .route({
      method: 'PATCH',
      path: '/admin/contacts/{id}/read/',
      summary: 'Mark a message as read or unread',
    })
    .input(z.object({ id: idSchema, is_read: flagSchema, expected_updated_at: expectedVersion }))
    .output(contactSchema),
  changeOwner: procedure({ ...staff, isOnePress: true })
    .route({
      method: 'PATCH',
      path: '/admin/contacts/{id}/owner/',
      summary: 'Assign a message to a user, or to nobody',
    })
    .input(z.object({ id: idSchema, owner: ownerId, expected_updated_at: expectedVersion }))
    .output(contactSchema),
  batch: procedure(staff)
    .route({ method: 'PATCH', path: '/admin/contacts/batch/', summary: 'Change many messages' })
    .input(
      z
        .object({
          contact_ids: batchIds,
          action,
          owner: newOwner,
          expected_versions: expectedVersions,
        })
        .refine(hasOwner, ownerMissing),
    )
    .output(batchOfVersion),
  changeMatching: procedure({ ...staff, alsoChanges: ['Batch'] })
    .route({
      method: 'PATCH',
      path: '/admin/contacts/batch/matching/',
      summary: 'Change all messages that match',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. It changes the messages that matched when the list was read: later ones are left alone, and those that have changed since fail.',
    })
    .input(matchingContacts)
    .output(eventIterator(batchEvent)),
  restore: procedure(staff)
    .route({
      method: 'POST',
      path: '/admin/contacts/batch/restore/',
      summary: 'Undo a batch: give messages back what they had, unless they have changed since',
    })
    .input(
      z.object({
        contacts: z
          .array(restoredRow, { error: 'Please select at least one' })
          .min(1, 'Please select at least one')
          .max(500, 'At most 500 at once'),
      }),
    )
    .output(batchOfVersion),
  export: procedure({ access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/contacts/export/',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      summary: 'Download exactly the filtered messages as csv, xlsx or json',
    })
    .input(exportInput(contactFilters, ordering))
    .output(fileResponse),
  reply: procedure({ ...staff, alsoChanges: ['Email'] })
    .route({
      method: 'POST',
      path: '/admin/contacts/{id}/replies/',
      successStatus: 201,
      summary: 'Answer a message by email',
      description:
        'The email waits in the outbox until a mail server has taken it. The message gets the status, and an owner if it has none.',
    })
    .input(
      z.object({
        id: idSchema,
        text: text.superRefine(refuseBy(validateFilled)),
        status: choiceOf(['IN_PROGRESS', 'RESOLVED'], 'Please choose a status'),
        expected_updated_at: versionOf.describe(
          'The updated_at of the message that is answered: when it is another by now, nothing is sent. The same text again with the same one is sent once, and answered as sent.',
        ),
      }),
    )
    .output(contactDetail),
  addNote: procedure({ ...staff, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/admin/contacts/{id}/notes/',
      successStatus: 201,
      summary: 'Add a note that only staff see',
    })
    .input(z.object({ id: idSchema, text }))
    .output(contactDetail),
  saveDraft: procedure({ access: recruiters })
    .route({
      method: 'PUT',
      path: '/admin/contacts/{id}/draft/',
      summary: "Keep the user's unfinished reply; an empty one is forgotten",
    })
    .input(
      z.object({
        id: idSchema,
        text: z
          .string({ error: 'Please send a text' })
          .max(textLengthMax, `At most ${textLengthMax} characters`),
        is_typing: flagSchema.describe('Whether colleagues are told that the user is replying'),
        replaces: versionOf
          .nullable()
          .describe('The updated_at of the draft that it replaces, null for the first'),
      }),
    )
    .output(draftSchema.nullable()),
  activity: procedure({ access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/contacts/{id}/activity/',
      summary: 'Who else is replying now, and whether the thread has changed',
    })
    .input(byId)
    .output(
      z.object({
        replying: z.array(z.string()).describe('The names of the colleagues'),
        version: z.string().describe('Another one after every change of the thread'),
      }),
    ),
}
