import type { AnyContractRouter } from '@orpc/contract'
import { type AnyProcedure, type Implementer, implement, ORPCError, os } from '@orpc/server'
import { z } from 'zod'
import { isDeadlock, isForeignKeyViolation } from '#database/errors.ts'
import { forLongReads, untilSynced } from '#database/open.ts'
import type { ProcedureMeta, Tag } from '#shared/procedure.ts'
import type { Role } from '#shared/roles.ts'
import type { Source } from '../cache/replica.ts'
import type { RequestContext, Viewer } from './context.ts'
import {
  badRequest,
  conflict,
  forbidden,
  invalidFields,
  isRefusal,
  loggable,
  ofOutage,
  secondFactorRequired,
  unauthorized,
} from './errors.ts'
import { limitName, limitOutcomes } from './limits.ts'
import { zodMessage } from './zod-messages.ts'

z.config({ customError: zodMessage })

/**
 * Starts the implementation of a feature's contract. Enforces the access and the rate limit of each procedure's meta
 * before its input is validated.
 */
export function implementContract<T extends AnyContractRouter>(contract: T) {
  const procedures = implement(contract, { initialInputValidationIndex: Number.POSITIVE_INFINITY })
  // For a generic contract, oRPC's types don't allow to chain.
  const chain = procedures.$context<RequestContext>() as unknown as {
    use(middleware: unknown): unknown
  }
  return chain.use(guard) as Implementer<T, RequestContext, RequestContext>
}

const guard = os
  .$context<RequestContext>()
  .middleware(async ({ context, procedure, next, path }, input) => {
    const meta = procedure['~orpc'].meta as ProcedureMeta
    if (meta.tag) context.trackTag?.(meta.tag)
    const viewer = meta.isBeforeSecondFactor ? signedInUser(context) : context.viewer
    allowViewer(meta, { ...context, viewer })
    const { replica } = context
    const isWrite = procedure['~orpc'].route.method !== 'GET'
    const call = async (source: Source) =>
      next({ context: { ...source, viewer, call: { procedure: path, input } } })
    const run = async () => {
      refuseUnstorableText(input)
      try {
        const source = sourceOf(context, viewer !== null && !isWrite)
        return replica && meta.tag && context.trackTag && isForEverybody(procedure)
          ? await replica.read(meta.tag, source, call)
          : await call(source)
      } catch (error) {
        throw await toCallerError(context, error)
      }
    }
    const tags = isWrite && meta.tag ? [meta.tag, ...(meta.alsoChanges ?? [])] : null
    const limited = meta.limit ? limitOutcomes(context, limitName(path), meta.limit, run) : run()
    const result = await limited
      .catch(async (error: unknown) => {
        // What it is refused for, such as an email that is taken, may have been stored just now.
        if (isWrite) await untilSynced(context.database)
        throw error
      })
      .catch((error: unknown) => {
        // It may have failed after its commit, or during it.
        if (tags && !isRefusal(error)) context.tagVersions.invalidateAfterFailure(tags)
        throw ofOutage(context.responseHeaders, error)
      })
    if (tags) context.tagVersions.invalidate(tags)
    return isSteps(result.output)
      ? { ...result, output: stepsOf(context, result.output, tags) }
      : result
  })

const isSteps = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output

/**
 * What a call yields step by step. An error among them is told as that of a call, though what was before it stays.
 * @param tags of a write; null for what only reads
 */
async function* stepsOf(
  context: RequestContext,
  steps: AsyncIterable<unknown>,
  tags: readonly Tag[] | null,
) {
  try {
    yield* steps
  } catch (error) {
    // The response's own headers are sent by now.
    const told = ofOutage(
      new Headers(),
      await toCallerError(context, error, 'The rest of yours was not saved.'),
    )
    if (tags && !isRefusal(told)) context.tagVersions.invalidateAfterFailure(tags)
    if (!(told instanceof ORPCError)) context.log.error({ err: loggable(error) }, 'call broke off')
    throw told
  }
}

/** @param isOfStaff staff's lists may read all rows of a table */
function sourceOf(context: RequestContext, isOfStaff: boolean): Source {
  const { trackTag } = context
  const database = isOfStaff ? forLongReads(context.database) : context.database
  return trackTag ? { database, trackTag } : { database }
}

/** Whether a call only reads what everybody may read. Not a file: it is read after the call has ended. */
function isForEverybody(procedure: AnyProcedure) {
  const { meta, route } = procedure['~orpc']
  const { access } = meta as ProcedureMeta
  return route.method === 'GET' && access === 'public' && route.outputStructure !== 'detailed'
}

/**
 * The error that a caller gets instead of one of the database that only others' changes at the same moment can cause.
 * @param outcome what is left of the call
 */
async function toCallerError(
  context: RequestContext,
  error: unknown,
  outcome = 'Nothing of yours was saved.',
) {
  if (isDeadlock(error)) {
    context.log.warn({ err: error }, 'two transactions waited for each other')
    return conflict(`Somebody changed the same just now. ${outcome} Please try again.`)
  }
  return (await isOfDeletedViewer(context, error)) ? unauthorized('Invalid token') : error
}

/**
 * Whether an error is that of a viewer who was deleted during the call: what they write names a user who is no more.
 */
async function isOfDeletedViewer({ database, viewer }: RequestContext, error: unknown) {
  if (!viewer || !isForeignKeyViolation(error)) return false
  const user = await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', viewer.id)
    .executeTakeFirst()
  return user === undefined
}

/** @throws 401 or 403 unless the procedure's access admits this viewer */
export function allowViewer(meta: Pick<ProcedureMeta, 'access'>, context: RequestContext) {
  if (meta.access === 'public') return
  if (meta.access === 'signed-in') requireViewer(context)
  else requireRole(context, meta.access)
}

const signedInUser = ({ viewer, pendingViewer }: RequestContext) => viewer ?? pendingViewer ?? null

/** The signed-in user, for procedures that are only partly public. @throws 401; 403 before a required second factor */
export function requireViewer(
  context: Pick<RequestContext, 'viewer' | 'pendingViewer' | 'hasInvalidToken'>,
): Viewer {
  if (context.viewer) return context.viewer
  if (context.pendingViewer) throw secondFactorRequired()
  throw unauthorized(context.hasInvalidToken ? 'Invalid token' : 'No token provided')
}

const unstorable = 'This has characters that cannot be stored'

/** PostgreSQL can't store NUL or lone surrogates, so both are refused on either database. */
function refuseUnstorableText(input: unknown) {
  if (isUnstorable(input)) throw badRequest(unstorable)
  if (typeof input !== 'object' || input === null) return
  const fields = Object.entries(input).filter(([, value]) => isUnstorable(value, 1))
  if (fields.length > 0) {
    throw invalidFields(Object.fromEntries(fields.map(([field]) => [field, [unstorable]])))
  }
}

function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (depth > 20) return true
  // The values alone: `a[9999]` in a form makes a list with as many holes.
  if (Array.isArray(value))
    return Object.values(value).some((item) => isUnstorable(item, depth + 1))
  if (typeof value === 'object' && value !== null && depth > 0 && !(value instanceof Blob)) {
    return Object.entries(value).some(
      ([key, item]) => isUnstorable(key) || isUnstorable(item, depth + 1),
    )
  }
  if (value instanceof File) return isUnstorable(value.name)
  return false
}

/** For the staff-only part of a public procedure. @throws 401 or 403 */
function requireRole(context: RequestContext, roles: readonly Role[]): Viewer {
  const viewer = requireViewer(context)
  if (!roles.includes(viewer.role)) throw forbidden()
  return viewer
}

/**
 * Whether a list that visitors read as well shows the staff's view: to its roles, with or without filters.
 * @param asksForMore whether the input has filters that are for staff alone
 * @throws 401 for an invalid token, and 401 or 403 when anybody else asks for more
 */
export function isStaffView(
  context: RequestContext,
  roles: readonly Role[],
  asksForMore: boolean,
): boolean {
  // Staff whose session has ended get a 401, instead of the visitors' list.
  if (asksForMore || context.hasInvalidToken) requireViewer(context)
  if (asksForMore) requireRole(context, roles)
  return context.viewer !== null && roles.includes(context.viewer.role)
}
