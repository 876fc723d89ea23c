/** What a person is told of a failed call, and by which field. */
export type ApiError = {
  /** The HTTP status, or null when no answer came. */
  status: number | null
  detail: string
  fields: Record<string, string[]>
}

/** An error of a call as oRPC throws it, told by its shape: its class would bring the client along to every form. */
type CallError = Error & { code: string; status: number; data: unknown }

const isCallError = (error: unknown): error is CallError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  'status' in error &&
  typeof error.status === 'number'

/** Reads any error of a call. A call that got no answer says so, in words that help. */
export function parseApiError(error: unknown): ApiError {
  if (!isCallError(error)) {
    return {
      status: null,
      detail: 'The server could not be reached. Please check your connection and try again.',
      fields: {},
    }
  }
  const data = error.data as { fields?: Record<string, unknown> } | null | undefined
  const lists = Object.entries(data?.fields ?? {}).filter(([, messages]) => Array.isArray(messages))
  return {
    status: error.status,
    detail: error.message,
    fields: Object.fromEntries(lists) as Record<string, string[]>,
  }
}
