import { Unreachable } from '#database/errors.ts'

/**
 * The result of some work, or a rejection after `msMax`. The work then goes on, and its result is dropped.
 * @param reason what it rejects with
 */
export async function inTime<Result>(
  work: Promise<Result>,
  msMax: number,
  reason: Error = new Unreachable(),
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(late.reject, msMax, reason)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
