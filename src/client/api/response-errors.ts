import { ORPCError } from '@orpc/client'

/** The error of a call, made of the answer that the API gives for it. */
export function toApiError(body: unknown, response: { status: number }) {
  const { detail, request_id, ...fields } = (body ?? {}) as Record<string, unknown>
  return new ORPCError('CALL_FAILED', {
    status: response.status,
    message: typeof detail === 'string' ? detail : 'Please check the fields.',
    data: { fields, requestId: request_id },
  })
}
