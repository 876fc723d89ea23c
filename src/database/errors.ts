/** Whether a statement violated a unique constraint, on either engine. */
export const isUniqueViolation = (error: unknown) =>
  codeOf(error) === '23505' ||
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error))

/** Whether a statement violated a foreign key: its row is referenced, or refers to a missing row. */
export const isForeignKeyViolation = (error: unknown) =>
  ['23503', '23001', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(codeOf(error))

/** Whether PostgreSQL has undone a transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown) => codeOf(error) === '40P01'

/** Whether PostgreSQL has given up waiting for a lock, after `lock_timeout`. */
export const isLockedOut = (error: unknown) => codeOf(error) === '55P03'

/** Whether a statement names a table that is not there. */
export const isMissingTable = (error: unknown) =>
  codeOf(error) === '42P01' || (error instanceof Error && /^no such table/.test(error.message))

/** Whether SQLite was asked for what another process has, such as the turn to write. */
export const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')

/** Something that the site depends on is gone; by itself, a query that was not even tried. */
export class Unreachable extends Error {
  constructor(what = 'The database', cause?: unknown) {
    super(`${what} does not answer`, { cause })
  }
}

const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/
const lostConnectionCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|08...|57P0[123]|25006)$/

/**
 * Whether the database could not be reached, has ended the connection, or takes no writes because another server has
 * become the primary, or because another process has been writing for too long.
 */
export const isUnreachable = (error: unknown) =>
  error instanceof Unreachable ||
  isBusy(error) ||
  lostConnectionCodes.test(codeOf(error)) ||
  (error instanceof Error && lostConnection.test(error.message))

/** Whether the disk has no room left, for the database or for a file. */
export const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'].includes(codeOf(error))

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
