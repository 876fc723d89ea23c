import { oc } from '@orpc/contract'
import { z } from 'zod'

/** What a read provides and a write invalidates; the page cache and the browser's cache live by it. */
export type Tag =
  | 'News'
  | 'Application'
  | 'User'
  | 'Contact'
  | 'Survey'
  | 'Gallery'
  | 'TeamMember'
  | 'Testimonial'
  | 'Comment'
  | 'Certificates'
  | 'Cohort'
  | 'TechStack'
  | 'Event'
  | 'Subscriber'
  | 'Letter'
  | 'Talent'
  | 'Analytics'

export const roles = ['ADMIN', 'EDITOR', 'RECRUITER'] as const
export type Role = (typeof roles)[number]

/** Who may make a call: anybody, any signed-in user, or the users of the roles named. */
export type Access = 'public' | 'signed-in' | readonly Role[]

export type Limit = {
  calls: number
  seconds: number
  /** Counted by each process for itself: for calls whose count is not worth a write to the database. */
  isKeptInMemory?: boolean
}

export type CallMeta = {
  /** What the call reads or, when it is a write, changes. */
  tag?: Tag
  /** What a write changes besides. */
  alsoChanges?: readonly Tag[]
  access: Access
  /** How many of these calls one address may make in so many seconds. */
  limit?: Limit
  /** The files of a multipart body: the most bytes of each, by field. */
  files?: Readonly<Record<string, number>>
}

/** Starts a call of the contract: `call({ tag, access }).route({ method, path })…`. */
export const call = (meta: CallMeta) => oc.$meta<CallMeta>({ access: 'public' }).meta(meta)

/** The access of those who recruit. */
export const recruiters = ['ADMIN', 'RECRUITER'] as const

/** The access of those who write what the site says. */
export const editors = ['ADMIN', 'EDITOR'] as const

const largestId = 2 ** 31 - 1

/** A row's id, in a path or a body. */
export const idSchema = z.coerce
  .number({ error: 'A valid id is required' })
  .int('A valid id is required')
  .min(1, 'A valid id is required')
  .max(largestId, 'A valid id is required')

/** The query of every paged list: `page` counts from 1. */
export const pageQuery = (pageSizeMax = 100) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(pageSizeMax).default(10),
})

/** The answer of every paged list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    total_items: z.number().int(),
    total_pages: z.number().int(),
    current_page: z.number().int(),
  })

/** The answer of a call that gives a file, where its route says `outputStructure: 'detailed'`. */
export const fileAnswer = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(ReadableStream),
})

/** The answer of a batch: what was done to which row, never a silent skip. */
export const batchAnswer = z.object({
  succeeded: z.array(z.number().int()),
  failed: z.array(z.object({ id: z.number().int(), detail: z.string() })),
})

/** Whether a date or moment is of a time that every clock and database can reckon with. */
export const isOfOurTime = (time: string) => time >= '1900' && time < '2200'

/** An ISO 8601 date of the calendar, such as 2026-01-31. */
export const dateOr = (message: string) => z.iso.date(message).refine(isOfOurTime, message)
export const dateSchema = dateOr('Please enter a valid date')

/** A query value that is left out when empty, as a form leaves it. */
export const optionalFilter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

/** Yes or no; a query and a plain form write it as text. */
export const flagSchema = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean({ error: 'Please choose true or false' }),
)

const isHttps = (text: string) => text.startsWith('https://') && URL.canParse(text)

/** An address elsewhere, or nothing: no script hides in it, and nobody reads along on the way. */
export const webAddress = z
  .string()
  .trim()
  .max(500, 'At most 500 characters')
  .refine(
    (text) => text === '' || isHttps(text),
    'Please enter an address that starts with https://',
  )

/** Where a picture is: at a path of this site, or at an address elsewhere. Nothing for none. */
export const pictureAddress = z
  .string()
  .trim()
  .max(500, 'At most 500 characters')
  .refine(
    (text) => text === '' || isHttps(text) || /^\/[\w.-][\w./-]*$/.test(text),
    'Please enter a path of this site or an address that starts with https://',
  )

export const batchSizeMax = 500

/** The ids that a batch call takes. */
export const batchIds = z
  .array(idSchema)
  .min(1, 'Please select at least one')
  .max(batchSizeMax, `At most ${batchSizeMax} at once`)
