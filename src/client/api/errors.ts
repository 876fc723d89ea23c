import {
  errorsByField,
  type FormErrors,
  type FormFieldErrors,
  fieldsInOrder,
  type PublicForm,
} from '#shared/validation.ts'

/** Why a call failed, with the messages to show, by field. Its `message` is `detail`, and of a write more. */
export class ApiError extends Error {
  /** The HTTP status, or null when no response came. */
  readonly status: number | null
  /** The server's message, or null. */
  readonly reason: string | null
  readonly fields: Record<string, string[]>
  /** The current row, when the API refused the edit of an older version. */
  readonly current: object | undefined

  constructor(
    status: number | null,
    reason: string | null,
    fields: Record<string, unknown> = {},
    current?: object,
  ) {
    super()
    this.status = status
    this.reason = reason
    this.fields = messagesByField(fields)
    this.current = current
    this.message = this.detail
  }

  /** Whether the server's answer was lost: none came, or a gateway's, which has got none itself. */
  get isLost() {
    return [null, 502, 504].includes(this.status)
  }

  /** The reason, or a default message when the server gave none. */
  get detail() {
    if (this.reason) return this.reason
    if (this.status === null) {
      return 'No connection to the server. Please check your network and try again.'
    }
    return Object.keys(this.fields).length > 0
      ? 'Please check the fields.'
      : 'Something went wrong on our side. Please try again later.'
  }
}

const messagesByField = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, messages]) => Array.isArray(messages) && messages.length > 0),
  ) as Record<string, string[]>

/** An oRPC error, recognized by its shape: importing its class would add oRPC's client to every form's bundle. */
type CallError = Error & { code: string; status: number; data: unknown }

const isCallError = (error: unknown): error is CallError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  'status' in error &&
  typeof error.status === 'number'

/** Converts any error of a call. An unknown error means that no response came. */
export function parseApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (!isCallError(error)) return new ApiError(null, null)
  const {
    fields,
    reason = error.message,
    current,
  } = (error.data ?? {}) as {
    fields?: Record<string, unknown>
    reason?: string | null
    current?: object
  }
  return new ApiError(error.status, reason, fields, current)
}

/** All messages of a refused call in one text. */
export function problemsOf(error: unknown) {
  const { detail, fields } = parseApiError(error)
  const messages = Object.values(fields).flat()
  return messages.length > 0 ? `${messages.join('. ')}.` : detail
}

/**
 * Reads the body of an error response: lists of messages by field, or a message in `detail`. Another server of the
 * same API may send it in `message`.
 */
export function parseErrorBody(status: number, body: unknown): ApiError {
  // A form may have a field of the name `message`.
  const { detail, current, ...fields } = (body ?? {}) as Record<string, unknown>
  const reason = [detail, fields.message].find((text) => typeof text === 'string' && text !== '')
  const row = status === 409 ? (current as object | undefined) : undefined
  return new ApiError(status, (reason as string | undefined) ?? null, fields, row)
}

/** The errors in the API's response: by field, or its reason. Any other failure gets the form's own message. */
export function errorsFromApi<Field extends string, FileField extends string>(
  form: PublicForm<Field, FileField>,
  { status, reason, detail, fields }: ApiError,
): FormErrors<Field | FileField> {
  const known: FormFieldErrors<Field | FileField> = {}
  for (const name of fieldsInOrder(form)) {
    if (fields[name]) known[name] = fields[name].join(' ')
  }
  const isRefusal = form.prefersServerMessage ? reason !== null : status !== null && status < 500
  const isReason = isRefusal && Object.keys(fields).length === 0
  return errorsByField(known) ?? { fields: {}, summary: isReason ? detail : form.failure }
}
