import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { tooManyRequests } from '#platform/http/errors.ts'
import { consumeLimit, refundLimit } from '#platform/http/limits.ts'
import { isKnownClientIp } from './sessions.ts'

const quarterHourS = 15 * 60
const failuresMax = {
  ofClientIp: { calls: 30, seconds: quarterHourS },
  ofAccountAtClientIp: { calls: 5, seconds: quarterHourS },
  ofAccount: { calls: 50, seconds: 60 * 60 },
  ofSession: { calls: 5, seconds: quarterHourS },
}

/** An attempt with a password or code. It counts as failed until it is refunded. */
export type Attempt = { isRefunded(): boolean; refund(): Promise<void> }

type Context = Pick<RequestContext, 'database' | 'clientIp' | 'now' | 'responseHeaders'>
type CountedLimit = { key: string; limit: { calls: number; seconds: number } }

/**
 * Counts a sign-in before it is checked, so that concurrent guesses can't exceed the limit together. The account's own
 * limit exempts IPs that it was signed in from before, so that a stranger elsewhere can't lock its owner out. Whoever
 * shares an IP with them can, at that IP.
 * @throws 429
 */
export async function startAttempt(context: Context, email: string): Promise<Attempt> {
  const { database, clientIp } = context
  // The client IP is counted first: when it is refused, no rows are stored for invented accounts.
  const limits = [
    { key: `sign-in:address:${clientIp}`, limit: failuresMax.ofClientIp },
    { key: `sign-in:${clientIp}:${email}`, limit: failuresMax.ofAccountAtClientIp },
  ]
  if (!(await isKnownClientIp(database, email, clientIp))) {
    limits.push({ key: `sign-in:account:${email}`, limit: failuresMax.ofAccount })
  }
  return countAttempt(context, limits)
}

/**
 * The same for a signed-in user who confirms a change. It is counted by their session, which nobody else can use up.
 * @throws 429
 */
export const startConfirmation = (context: Context, { sessionId }: Pick<Viewer, 'sessionId'>) =>
  countAttempt(context, [{ key: `confirmation:${sessionId}`, limit: failuresMax.ofSession }])

async function countAttempt(
  { database, now, responseHeaders }: Context,
  limits: readonly CountedLimit[],
): Promise<Attempt> {
  const counted: string[] = []
  let isRefunded = false
  const refund = async () => {
    isRefunded = true
    for (const key of counted) await refundLimit(database, key)
  }
  for (const { key, limit } of limits) {
    const waitS = await consumeLimit(database, key, limit, now())
    if (waitS !== null) {
      await refund()
      throw tooManyRequests(responseHeaders, waitS)
    }
    counted.push(key)
  }
  return { refund, isRefunded: () => isRefunded }
}
