import { Unreachable } from '#database/errors.ts'

/**
 * The result of some work. Rejects once that takes longer; the work goes on, and nobody hears of it.
 * @param reason what it is rejected with then
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
