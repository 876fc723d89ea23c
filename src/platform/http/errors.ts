import { ORPCError } from '@orpc/server'
import { isDiskFull, isUniqueViolation, isUnreachable } from '#database/errors.ts'
import { RefusedFile } from '../storage/refused-file.ts'

/** Messages by field, as the wire has them: `{ "email": ["…"] }`. */
export type FieldErrors = Record<string, string[]>

/** 400 with all invalid fields at once. */
export const invalidFields = (fields: FieldErrors) =>
  new ORPCError('BAD_REQUEST', { data: { fields } })

/** Writes. @throws 400 with these fields if something in it must be unique, and another row has it */
export async function withTakenFields<Result>(write: () => Promise<Result>, fields: FieldErrors) {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? invalidFields(fields) : error
  }
}

/** Errors whose response is `{ "detail": "…" }`: a message that tells the user what to do. */
export const badRequest = (detail: string) => new ORPCError('BAD_REQUEST', { message: detail })
export const unauthorized = (detail: 'No token provided' | 'Invalid token' | (string & {})) =>
  new ORPCError('UNAUTHORIZED', { message: detail })
export const forbidden = (detail = 'Your role does not allow this. Please ask an administrator.') =>
  new ORPCError('FORBIDDEN', { message: detail })
export const secondFactorRequired = () =>
  new ORPCError('FORBIDDEN', {
    message: 'Your role requires a second factor. Please set it up in the dashboard first.',
  })
export const notFound = (subject: string) =>
  new ORPCError('NOT_FOUND', { message: `${subject} was not found. It may have been deleted.` })
export const gone = (detail: string) => new ORPCError('GONE', { status: 410, message: detail })
export const conflict = (detail: string) => new ORPCError('CONFLICT', { message: detail })
/** 409 for an application that came to another cohort between the reading and the lock. */
export const movedMeanwhile = () =>
  conflict('This application was moved to another cohort just now. Please try again.')
/** 409 with messages by field beside `detail`, such as for what another row has taken. */
export const conflictOf = (fields: FieldErrors) =>
  new ORPCError('CONFLICT', { message: Object.values(fields).flat().join(' '), data: { fields } })
/** 409 for an edit of a row that has changed since it was read; the body carries the row as it is now. */
export const staleRow = (detail: string, current: object) =>
  new ORPCError('CONFLICT', { message: detail, data: { current } })
export const tooLarge = (detail: string) => new ORPCError('PAYLOAD_TOO_LARGE', { message: detail })
export const unsupportedMediaType = (detail: string) =>
  new ORPCError('UNSUPPORTED_MEDIA_TYPE', { message: detail })

/** 429 with Retry-After. @param responseHeaders the context's, which get that header */
export function tooManyRequests(responseHeaders: Headers, retryAfterS: number) {
  responseHeaders.set('retry-after', String(retryAfterS))
  const wait =
    retryAfterS > 90 ? `${Math.ceil(retryAfterS / 60)} minutes` : `${retryAfterS} seconds`
  return new ORPCError('TOO_MANY_REQUESTS', {
    message: `Too many requests. Please try again in ${wait}.`,
  })
}

/** 429 for a client that has taken very many places of an event or a cohort. */
export function tooManyPlaces(responseHeaders: Headers, retryAfterS: number) {
  responseHeaders.set('retry-after', String(retryAfterS))
  return new ORPCError('TOO_MANY_REQUESTS', {
    message:
      'Very many places were taken from your network today. Please try again tomorrow, or write to us.',
  })
}

/** 429 for a client that has sent very large files, or very many, today. */
export function tooMuchUploaded(responseHeaders: Headers, retryAfterS: number) {
  responseHeaders.set('retry-after', String(retryAfterS))
  return new ORPCError('TOO_MANY_REQUESTS', {
    message:
      'Very many files were sent from your network today. Please try again from another network or tomorrow, or write to us.',
  })
}

/** 429 for a client that has too many uploads under way. */
export function tooManyUploads(responseHeaders: Headers, retryAfterS: number) {
  responseHeaders.set('retry-after', String(retryAfterS))
  return new ORPCError('TOO_MANY_REQUESTS', {
    message: 'Too many files are being sent from here at once. Please try again in a moment.',
  })
}

/** 503 when too much is on its way to the server, from all clients together. */
export function serverBusy(responseHeaders: Headers, retryAfterS: number) {
  responseHeaders.set('retry-after', String(retryAfterS))
  return new ORPCError('SERVICE_UNAVAILABLE', {
    message: 'We are receiving too much just now. Please try again in a moment.',
  })
}

/** 507 when the disk has no room for another upload. */
export function diskFull(responseHeaders: Headers, cause?: unknown) {
  responseHeaders.set('retry-after', '600')
  return new ORPCError('INSUFFICIENT_STORAGE', {
    status: 507,
    message: 'We have no room for this at the moment. Please try again later, or write to us.',
    cause,
  })
}

/** 503 when something that the site depends on, such as the database, does not answer. */
function outOfService(responseHeaders: Headers, cause: unknown) {
  responseHeaders.set('retry-after', '30')
  return new ORPCError('SERVICE_UNAVAILABLE', {
    message: 'This does not work just now, on our side. Please try again in a minute.',
    cause,
  })
}

/** 503 when the storage does not give out one file. */
function fileRefused(responseHeaders: Headers, cause: unknown) {
  responseHeaders.set('retry-after', '600')
  return new ORPCError('SERVICE_UNAVAILABLE', {
    message:
      'Our storage does not give out this file at the moment. Please try again later. If that does not help, tell whoever runs this site.',
    cause,
  })
}

/** The error that a caller gets where what the site depends on fails: 503 or 507. Any other error as it is. */
export function ofOutage(responseHeaders: Headers, error: unknown) {
  if (isDiskFull(error)) return diskFull(responseHeaders, error)
  if (error instanceof RefusedFile) return fileRefused(responseHeaders, error)
  return isUnreachable(error) ? outOfService(responseHeaders, error) : error
}

/** 408 for a body that has stalled or takes too long. */
const timedOut = (message: string) => new ORPCError('TIMEOUT', { status: 408, message })
export const uploadStalled = () =>
  timedOut('The file stopped coming. Please check your connection and send it again.')
export function bodyTooSlow(responseHeaders: Headers) {
  // Ends the connection: the client may go on sending byte by byte.
  responseHeaders.set('connection', 'close')
  return timedOut('This took too long to arrive. Please check your connection and send it again.')
}

/** 400 for a body in pieces of a few bytes, each of which costs the server far more than it costs the client. */
export function tooManyChunks(responseHeaders: Headers) {
  responseHeaders.set('connection', 'close')
  return badRequest('This arrived in far too many pieces. Please send it again.')
}

/** Whether a call was refused for what was sent or by whom: with any other error it may have stored something. */
export const isRefusal = (error: unknown) => error instanceof ORPCError && error.status < 500

/** Whether the response to an error hides its cause: 503 and 507 say what to do. */
export const isCauseHidden = (status: number) => status >= 500 && status !== 503 && status !== 507

type Issue = {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[]
  /** Unknown fields; Zod lists them here instead of in `path`. */
  keys?: readonly string[]
}

export const hiddenCause = 'Something went wrong on our side. Please try again later.'

/** The body of an error response. A 500 doesn't reveal its cause. */
export function errorBody(error: ORPCError<string, unknown>) {
  if (isCauseHidden(error.status)) {
    return { detail: hiddenCause }
  }
  const data = error.data as
    | { fields?: FieldErrors; issues?: Issue[]; current?: object }
    | undefined
  if (data?.fields) {
    return error.code === 'CONFLICT' ? { detail: error.message, ...data.fields } : data.fields
  }
  if (data?.issues) return issuesByField(data.issues)
  return { detail: error.message, ...(data?.current && { current: data.current }) }
}

/** Whether the input failed its procedure's schema. */
export const isSchemaRejection = (error: unknown): error is ORPCError<string, unknown> =>
  error instanceof ORPCError &&
  error.code === 'BAD_REQUEST' &&
  'issues' in ((error.data as object | undefined) ?? {})

/** Adds fields to a rejected body's error; a field that is there already keeps its messages. */
export function withFields(error: ORPCError<string, unknown>, further: FieldErrors) {
  const known = errorBody(error)
  if ('detail' in known) return error
  return invalidFields({ ...further, ...(known as FieldErrors) })
}

function issuesByField(issues: readonly Issue[]) {
  // A Map, because a client may name a field `__proto__` or `constructor`.
  const fields = new Map<string, Set<string>>()
  for (const issue of issues) {
    const path = (issue.path ?? [])
      .map((part) => String(typeof part === 'object' ? part.key : part))
      .filter((part, index) => index > 0 || (part !== 'body' && part !== 'query'))
    const named = path.length > 0 ? path.slice(0, 1) : (issue.keys ?? [])
    if (named.length === 0) {
      return { detail: 'The body must be an object of the fields of this call.' }
    }
    for (const field of named) {
      fields.set(field, (fields.get(field) ?? new Set()).add(issue.message))
    }
  }
  return Object.fromEntries([...fields].map(([field, messages]) => [field, [...messages]]))
}

/** An error without the data that it carries, which may hold what somebody typed. */
export function loggable(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause === undefined ? {} : { cause: loggable(error.cause) }
  return { name: error.name, message: error.message, stack: error.stack, ...cause }
}
