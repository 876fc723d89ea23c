import { notFound } from '../http/errors.ts'

/**
 * The answer of a batch that one statement has done: each id once, in the order asked for, and those that the
 * statement did not meet as not found.
 * @param what the subject of a sentence, such as `This message`
 */
export function batchOutcome(asked: readonly number[], done: readonly number[], what: string) {
  const met = new Set(done)
  const ids = [...new Set(asked)]
  return {
    succeeded: ids.filter((id) => met.has(id)),
    failed: ids.filter((id) => !met.has(id)).map((id) => ({ id, detail: notFound(what).message })),
  }
}
