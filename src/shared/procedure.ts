import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Role } from './roles.ts'

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
  | 'Email'
  | 'Talent'
  | 'Analytics'

/** Who may make a call: anybody, any signed-in user, or the users of the roles named. */
type Access = 'public' | 'signed-in' | readonly Role[]

export type Limit = {
  calls: number
  seconds: number
  /** Counted by each process for itself: for calls whose count is not worth a write to the database. */
  isKeptInMemory?: boolean
}

export type ProcedureMeta = {
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
export const procedure = (meta: ProcedureMeta) =>
  oc.$meta<ProcedureMeta>({ access: 'public' }).meta(meta)

/** The query of every paged list: `page` counts from 1. */
export const pageQuery = (pageSizeMax = 100) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(pageSizeMax).default(10),
})

/** The answer of every paged list. */
export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    total_items: z.number().int(),
    total_pages: z.number().int(),
    current_page: z.number().int(),
  })

/** The answer of a call that gives a file, where its route says `outputStructure: 'detailed'`. */
export const fileResponse = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(ReadableStream),
})

/** The answer of a batch: what was done to which row, never a silent skip. */
export const batchResponse = z.object({
  succeeded: z.array(z.number().int()),
  failed: z.array(z.object({ id: z.number().int(), detail: z.string() })),
})
