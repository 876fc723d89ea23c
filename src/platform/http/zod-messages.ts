import type { z } from 'zod'

const ofType: Record<string, string> = {
  string: 'Please enter text',
  number: 'Please enter a number',
  int: 'Please enter a whole number',
  boolean: 'Please choose true or false',
  array: 'Please give a list',
  object: 'Please give the fields of an object',
}

/** The message for an invalid value whose schema has none of its own. */
export function zodMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is required'
      return ofType[issue.expected] ?? 'This is not right'
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'This is required'
      return `At least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `At most ${issue.maximum}${unitOf(issue.origin)}`
    case 'invalid_value':
      return `Please choose one of: ${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return 'There is no such field'
    default:
      return 'This is not right'
  }
}

const unitOf = (origin: string) => (origin === 'string' ? ' characters' : '')
