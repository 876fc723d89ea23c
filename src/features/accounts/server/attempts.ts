import type { RequestContext } from '#platform/http/context.ts'
import { tooManyRequests } from '#platform/http/errors.ts'
import { consumeLimit, refundLimit } from '#platform/http/limits.ts'
import { isKnownAddress } from './sessions.ts'

const quarterHourS = 15 * 60
const failuresMax = {
  ofAddress: { calls: 30, seconds: quarterHourS },
  ofAccountAtAddress: { calls: 5, seconds: quarterHourS },
  ofAccount: { calls: 50, seconds: 60 * 60 },
}

/** A try of a password or code. It counts as failed until it is given back. */
export type Attempt = { giveBack(): Promise<void> }

/**
 * Counts a try before it is checked, so that guesses made at once can't pass together. The account's
 * own limit spares addresses it was signed in to from before: a stranger can't lock its owner out.
 * @throws 429
 */
export async function startAttempt(
  context: Pick<RequestContext, 'database' | 'clientIp' | 'now' | 'responseHeaders'>,
  email: string,
): Promise<Attempt> {
  const { database, clientIp } = context
  // The address comes first: what it is refused leaves no rows behind for made-up accounts.
  const limits = [
    { key: `sign-in:address:${clientIp}`, limit: failuresMax.ofAddress },
    { key: `sign-in:${clientIp}:${email}`, limit: failuresMax.ofAccountAtAddress },
  ]
  if (!(await isKnownAddress(database, email, clientIp))) {
    limits.push({ key: `sign-in:account:${email}`, limit: failuresMax.ofAccount })
  }
  const counted: string[] = []
  const giveBack = async () => {
    for (const key of counted) await refundLimit(database, key)
  }
  for (const { key, limit } of limits) {
    const waitS = await consumeLimit(database, key, limit, context.now())
    if (waitS !== null) {
      await giveBack()
      throw tooManyRequests(context.responseHeaders, waitS)
    }
    counted.push(key)
  }
  return { giveBack }
}
