import { hash, verify } from '@node-rs/argon2'
import { tooManyRequests } from '#platform/http/errors.ts'

/** Argon2id as OWASP recommends it: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of no password, in the same cost: an account that doesn't exist takes as long as one that does. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * @param answerHeaders get Retry-After when the process has too many passwords to hash
 * @throws 429
 */
export const hashPassword = (password: string, answerHeaders = new Headers()) =>
  inTurn(() => hash(password.normalize('NFKC'), cost), answerHeaders)

/**
 * Whether the password is the one that was hashed; with no hash it is not, after the same time.
 * @throws 429 as `hashPassword` does
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  answerHeaders: Headers,
) {
  const isRight = await inTurn(
    () => verify(passwordHash ?? nobodysHash, password.normalize('NFKC')),
    answerHeaders,
  )
  return isRight && passwordHash !== undefined
}

/** Node has four threads for such work unless told otherwise; one is left for files. */
const hashesAtOnceMax = 3
const waitingMax = 60

let running = 0
const waiting: (() => void)[] = []

/** Few at once and a queue with an end, so that a flood of sign-ins takes neither memory nor patience. */
async function inTurn<T>(work: () => Promise<T>, answerHeaders: Headers): Promise<T> {
  if (running < hashesAtOnceMax) running += 1
  else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw tooManyRequests(answerHeaders, 5)
  try {
    return await work()
  } finally {
    // Whoever waits longest takes the place over, so that it is never free for somebody who came later.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
