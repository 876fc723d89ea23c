import { oc } from '@orpc/contract'
import { z } from 'zod'
import { numeric } from './fields.ts'
import { filterOr } from './list-fields.ts'
import type { Role } from './roles.ts'
import type { RowTag } from './row-kinds.ts'

/**
 * The cache tags that a read provides and a write invalidates, in the page cache and the browser's cache. Those of rows
 * that staff delete stand with them in `row-kinds.ts`.
 */
export type Tag =
  | RowTag
  | 'User'
  | 'CommentFollower'
  | 'Email'
  | 'Analytics'
  | 'StatisticsLink'
  | 'Batch'
  | 'Activity'
  | 'View'
  | 'Trash'
  | 'Interview'
  | 'Settings'
  | 'PersonalData'

/** Who may call a procedure: everybody, any signed-in user, or the users with one of these roles. */
type Access = 'public' | 'signed-in' | readonly Role[]

/** How often one client may call a procedure. */
export type Limit = {
  calls: number
  /**
   * How many refused calls (status 4xx) are counted apart, for public forms. They give their call back, so that wrong
   * forms don't keep other people of the same network from sending right ones.
   */
  refused?: number
  seconds: number
  /**
   * Counted in memory by each process, which has its share of the calls: for frequent calls that are not worth a
   * database write.
   */
  isInMemory?: boolean
}

export type ProcedureMeta = {
  /** The data that a read reads or a write changes. */
  tag?: Tag
  /** Further data that a write changes. */
  alsoChanges?: readonly Tag[]
  access: Access
  /** Whether users may call it whose role requires a second factor that they have yet to set up. */
  isBeforeSecondFactor?: boolean
  /** The rate limit per client IP. */
  limit?: Limit
  /** Whether it creates something once for an Idempotency-Key that it is sent with. */
  isCreatedOnce?: boolean
  /** Whether it changes one row by one press, and returns it: the browser shows it in lists and on its page at once. */
  isOnePress?: boolean
  /** The files of a multipart body: the maximum bytes by field. */
  files?: Readonly<Record<string, number>>
}

/** Starts a procedure of a contract: `procedure({ tag, access }).route({ method, path })…`. */
export const procedure = (meta: ProcedureMeta) =>
  oc.$meta<ProcedureMeta>({ access: 'public' }).meta(meta)

/** The query of every paged list: `page` counts from 1. */
export const pageQuery = (pageSizeMax = 100) => ({
  page: filterOr(numeric(z.number().int().min(1)), 1),
  page_size: filterOr(numeric(z.number().int().min(1).max(pageSizeMax)), 10),
})

/** The response of every paged list. */
export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    total_items: z.number().int(),
    total_pages: z.number().int(),
    current_page: z.number().int(),
  })

/** The response of a file download; its route needs `outputStructure: 'detailed'`. */
export const fileResponse = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(ReadableStream),
})

const failure = z.object({ id: z.number().int(), detail: z.string() })
const failures = z.array(failure)

/** The response of a batch: the outcome of every row, so that none is skipped silently. */
export const batchResponse = z.object({
  succeeded: z.array(z.number().int()),
  failed: failures,
})

/** What the user is to know of rows that were changed, such as what did not come back with them. */
export const noticesSchema = z.array(z.string()).optional()

const batchId = z.number().int().nullable()

/** The response of a batch that can be undone. */
export const undoableBatchResponse = batchResponse.extend({
  batch: batchId.describe('To undo it, or to go on with it; null when nothing was changed'),
  notices: noticesSchema,
})

/** An event of a batch that streams its progress. */
export const batchEvent = z.object({
  total: z.number().int(),
  succeeded: z.number().int(),
  failed_count: z.number().int(),
  failed: z
    .array(failure.extend({ name: z.string().describe('Empty when the row is deleted') }))
    .describe('Those that failed since the last event, of the first 100'),
  batch: batchId.describe('To undo it; null when nothing was changed'),
  notices: noticesSchema.describe('Of those that were changed since the last event'),
})
export type BatchEvent = z.infer<typeof batchEvent>
