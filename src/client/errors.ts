import { ORPCError } from '@orpc/client'

/** What a person is told of a failed call, and by which field. */
export type CallProblem = {
  /** The HTTP status, or null when no answer came. */
  status: number | null
  detail: string
  fields: Record<string, string[]>
}

/** Reads any error of a call. A call that got no answer says so, in words that help. */
export function callProblem(error: unknown): CallProblem {
  if (!(error instanceof ORPCError)) {
    return {
      status: null,
      detail: 'The server could not be reached. Please check your connection and try again.',
      fields: {},
    }
  }
  const data = error.data as { fields?: Record<string, unknown> } | undefined
  const lists = Object.entries(data?.fields ?? {}).filter(([, messages]) => Array.isArray(messages))
  return {
    status: error.status,
    detail: error.message,
    fields: Object.fromEntries(lists) as Record<string, string[]>,
  }
}

/** The error of a call, made of the answer that the API gives for it. */
export function errorOfAnswer(body: unknown, response: { status: number }) {
  const { detail, request_id, ...fields } = (body ?? {}) as Record<string, unknown>
  return new ORPCError('CALL_FAILED', {
    status: response.status,
    message: typeof detail === 'string' ? detail : 'Please check the fields.',
    data: { fields, requestId: request_id },
  })
}
