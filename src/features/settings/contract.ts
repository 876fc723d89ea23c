import { z } from 'zod'
import {
  choiceOf,
  emailTemplate,
  flagSchema,
  idSchema,
  imageUrl,
  refuseBy,
  templateOf,
  textField,
} from '#shared/fields.ts'
import { expectedVersion } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { retentionChoices } from '#shared/retention.ts'
import { networks, type SettingSection, type Settings, settingSections } from '#shared/settings.ts'
import { type StatusEmailKind, statusEmailKinds } from '#shared/status-emails.ts'
import {
  type VisitorEmailKind,
  visitorEmailKinds,
  visitorEmailRules,
} from '#shared/visitor-emails.ts'
import { hoursMax, partnersMax, validateNetworkUrl } from './row-rules.ts'
import { parsePosition, settingRules } from './validation.ts'

const { contact, hours, about, network, partner } = settingRules

/** Refuses a list that has the same twice. */
const once =
  <Item>(keyOf: (item: Item) => string, message: string) =>
  (items: Item[]) =>
    new Set(items.map(keyOf)).size === items.length ? undefined : message

const retentionTime = choiceOf(retentionChoices, 'Please choose how long').describe(
  'Days; 0 for not by itself',
)

/** The fields of each section, as they are validated when they are saved. */
const fields = {
  contact: {
    email: textField(contact.email),
    phone: textField(contact.phone),
    street: textField(contact.street),
    city: textField(contact.city),
    country: textField(contact.country),
    map_position: textField(contact.map_position)
      .transform((text) => parsePosition(text) ?? text)
      .describe('Latitude and longitude of the office, or the link of a map that is there'),
    hours: z
      .array(z.object({ days: textField(hours.days), time: textField(hours.time) }))
      .max(hoursMax, `At most ${hoursMax} lines`)
      .describe('The office hours, a line each'),
  },
  social: {
    networks: z
      .array(
        z
          .object({
            network: choiceOf(networks, 'Please choose a network'),
            url: textField(network),
          })
          .superRefine(refuseBy(validateNetworkUrl)),
      )
      .max(networks.length, 'Each network once')
      .superRefine(refuseBy(once(({ network: name }) => name, 'Each network once')))
      .describe('In their order; none hides them'),
  },
  about: {
    chief_name: textField(about.chief_name),
    chief_position: textField(about.chief_position),
    years: textField(about.years),
    trained: textField(about.trained),
    outsourced: textField(about.outsourced),
    partners: textField(about.partners),
    rate: textField(about.rate),
  },
  partners: {
    partners: z
      .array(
        z.object({
          name: textField(partner.name),
          logo: imageUrl,
          url: textField(partner.url),
          is_visible: flagSchema,
        }),
      )
      .max(partnersMax, `At most ${partnersMax} partners`)
      .superRefine(refuseBy(once(({ name }) => name.toLowerCase(), 'Each partner once')))
      .describe('In their order'),
  },
  comments: {
    moderation: choiceOf(['before', 'after'], 'Please choose when comments are read'),
  },
  emails: Object.fromEntries(statusEmailKinds.map((kind) => [kind, emailTemplate])) as Record<
    StatusEmailKind,
    typeof emailTemplate
  >,
  visitors: {
    staff_told: flagSchema.describe('Whether staff get an email of each new message'),
    staff_email: textField(settingRules.visitors.staff_email).describe(
      'Where; empty for the address of the contacts',
    ),
    ...(Object.fromEntries(
      visitorEmailKinds.map((kind) => [kind, templateOf(visitorEmailRules[kind])]),
    ) as Record<VisitorEmailKind, typeof emailTemplate>),
  },
  retention: {
    applications: retentionTime,
    talents: retentionTime,
    messages: retentionTime,
    subscribers: retentionTime,
  },
} satisfies { [Name in keyof Settings]: Record<keyof Settings[Name], z.ZodType> }

const count = z.number().int()

const saved = {
  updated_at: z.string(),
  updated_by: z.string().describe('Empty as long as nobody has changed it'),
  revision: z
    .number()
    .int()
    .nullable()
    .describe('What these settings are called to be restored; null for those as delivered'),
}

/** A section as it is read. */
const rows = {
  contact: z.object({ ...fields.contact, map_position: z.string(), ...saved }),
  social: z.object({ ...fields.social, ...saved }),
  about: z.object({ ...fields.about, ...saved }),
  partners: z.object({ ...fields.partners, ...saved }),
  comments: z.object({ ...fields.comments, ...saved }),
  emails: z.object({ ...fields.emails, ...saved }),
  visitors: z.object({ ...fields.visitors, ...saved }),
  retention: z.object({ ...fields.retention, ...saved }),
}
export type SettingRows = { [Name in keyof Settings]: Settings[Name] & SavedSection }
export type SavedSection = { updated_at: string; updated_by: string; revision: number | null }

const administrators = { tag: 'Settings', access: ['ADMIN'] } as const
const section = z.enum(settingSections)

const revision = z.object({
  id: z.number().int(),
  by: z.string(),
  saved_at: z.string(),
  values: z.record(z.string(), z.unknown()).describe('The fields of the section'),
})
export type SettingRevision = z.infer<typeof revision>

const save = <Name extends SettingSection>(name: Name, summary: string) =>
  procedure(administrators)
    .route({ method: 'PATCH', path: `/admin/settings/${name}/`, summary })
    .input(z.object(fields[name]).partial().extend({ expected_updated_at: expectedVersion }))
    .output(rows[name])

export const settingsContract = {
  get: procedure(administrators)
    .route({ method: 'GET', path: '/admin/settings/', summary: 'All settings, by section' })
    .output(z.object(rows)),
  saveContact: save('contact', 'Change contacts and office hours'),
  saveSocial: save('social', 'Change the social networks'),
  saveAbout: save('about', 'Change the chief and the figures'),
  savePartners: save('partners', 'Change the partners'),
  saveComments: save('comments', 'Change how comments are moderated'),
  saveEmails: save('emails', 'Change what applicants are written'),
  saveVisitors: save('visitors', 'Change what visitors are written'),
  saveRetention: save('retention', 'Change how long data is kept'),
  previewRetention: procedure(administrators)
    .route({
      method: 'GET',
      path: '/admin/retention/preview/',
      summary: 'How many rows would be deleted tonight if these times were set',
    })
    .input(z.object(fields.retention))
    .output(z.object({ applications: count, talents: count, messages: count, subscribers: count })),
  revisions: procedure(administrators)
    .route({
      method: 'GET',
      path: '/admin/settings/{section}/revisions/',
      summary: 'What a section said before, the latest first',
    })
    .input(z.object({ section, ...pageQuery() }))
    .output(pageSchema(revision).extend({ delivered: revision.shape.values })),
  restore: procedure(administrators)
    .route({
      method: 'POST',
      path: '/admin/settings/{section}/restore/',
      summary: 'Bring back what a section said before',
    })
    .input(
      z.object({
        section,
        revision: idSchema.nullable().describe('Null for the settings as delivered'),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(z.object(saved)),
}
