/** Whether a statement failed because a row with such a unique value stands already, on either engine. */
export const isUniqueViolation = (error: unknown) =>
  codeOf(error) === '23505' ||
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error))

/** Whether a statement failed because another row points at this one, or this one at nothing. */
export const isForeignKeyViolation = (error: unknown) =>
  ['23503', '23001', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(codeOf(error))

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
