import { hash, verify } from '@node-rs/argon2'
import { inSlot } from '#platform/background/machine-slots.ts'
import { tooManyRequests } from '#platform/http/errors.ts'

/** Argon2id with OWASP's recommended parameters: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash that matches no password, of the same cost, so that response times don't reveal which accounts exist. */
const unmatchableHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * @param responseHeaders get Retry-After when too many passwords are waiting to be hashed
 * @throws 429
 */
export const hashPassword = (password: string, responseHeaders = new Headers()) =>
  inTurn(() => hash(password.normalize('NFKC'), cost), responseHeaders)

/**
 * Whether the password matches the hash. Without a hash the result is false, after the same time.
 * @throws 429 as `hashPassword` does
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  responseHeaders: Headers,
) {
  const isRight = await inTurn(
    () => verify(passwordHash ?? unmatchableHash, password.normalize('NFKC')),
    responseHeaders,
  )
  return isRight && passwordHash !== undefined
}

/**
 * Of all processes together, since they share the processors; each hash takes 19 MiB. Node's thread pool has four
 * threads by default; one is left for file access.
 */
const concurrentHashesMax = 3
const waitingMax = 60

/** Limits concurrency and the queue, so that a flood of sign-ins exhausts neither memory nor the thread pool. */
const inTurn = <T>(work: () => Promise<T>, responseHeaders: Headers) =>
  inSlot(
    'passwords',
    { max: concurrentHashesMax, waitingMax, full: () => tooManyRequests(responseHeaders, 5) },
    work,
  )
