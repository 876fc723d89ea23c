/** Whether a statement violated a unique constraint, on either engine. */
export const isUniqueViolation = (error: unknown) =>
  codeOf(error) === '23505' ||
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error))

/** Whether a statement violated a foreign key: its row is referenced, or refers to a missing row. */
export const isForeignKeyViolation = (error: unknown) =>
  ['23503', '23001', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(codeOf(error))

/** Whether PostgreSQL has undone a transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown) => codeOf(error) === '40P01'

/** Whether a statement names a table that is not there. */
export const isMissingTable = (error: unknown) =>
  codeOf(error) === '42P01' || (error instanceof Error && /^no such table/.test(error.message))

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
