import { ORPCError } from '@orpc/client'
import { parseErrorBody } from './errors.ts'

/** The error that the client throws for an error response. */
export function toCallError(body: unknown, { status }: { status: number }) {
  const { detail, reason, fields, current } = parseErrorBody(status, body)
  return new ORPCError('CALL_FAILED', {
    status,
    message: detail,
    data: { fields, reason, current },
  })
}
