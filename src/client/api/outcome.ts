import { parseApiError, problemsOf } from './errors.ts'

/** Whether a call failed without an answer of the server, which may have done what was asked. */
export function isOutcomeUnknown(error: unknown) {
  const { status } = parseApiError(error)
  return status === null || status >= 500
}

/**
 * Begins to say that something was not done: 'Aline Uwase **was not** changed'. Where no answer came it may have been.
 * @param refused the words after a refusal
 */
export function notDone(error: unknown, refused: 'was not' | 'were not' | 'could not be' | 'Not') {
  if (!isOutcomeUnknown(error)) return refused
  return refused === 'Not' ? 'May not have been' : 'may not have been'
}

/** Why a write has failed, where nothing else says what was not done: without an answer it may have been. */
export function failureOf(error: unknown) {
  const reason = problemsOf(error)
  return isOutcomeUnknown(error) ? `This may have been done: please look first. ${reason}` : reason
}
