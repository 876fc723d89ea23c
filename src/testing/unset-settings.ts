import { environmentSchema } from '#config'

/**
 * Every setting unset, for the programs that tests and measurements start: a `.env` of the checkout, with a real
 * database or mail server, would reach them otherwise.
 */
export const unsetSettings: Record<string, string> = Object.fromEntries(
  Object.keys(environmentSchema.shape).map((name) => [name, '']),
)
