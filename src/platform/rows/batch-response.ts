import { notFound } from '../http/errors.ts'

/**
 * The response of a batch that one statement has run: each requested id once, in order; ids that the statement didn't
 * affect count as not found.
 * @param done the ids that the statement affected
 * @param subject starts a sentence, such as `This message`
 */
export function batchResponseOf(
  requested: readonly number[],
  done: readonly number[],
  subject: string,
) {
  const affected = new Set(done)
  const ids = [...new Set(requested)]
  return {
    succeeded: ids.filter((id) => affected.has(id)),
    failed: ids
      .filter((id) => !affected.has(id))
      .map((id) => ({ id, detail: notFound(subject).message })),
  }
}
