import { ORPCError } from '@orpc/client'
import { parseErrorBody } from './errors.ts'

/** The error that the client throws for a response that refuses a call. */
export function toCallError(body: unknown, { status }: { status: number }) {
  const { reason, fields, current } = parseErrorBody(status, body)
  return new ORPCError('CALL_FAILED', { status, data: { fields, reason, current } })
}
