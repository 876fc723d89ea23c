import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'

/** Changes the interviews of some applications, within a decision on them. @returns what the user is to know */
type SeatChange = (
  transaction: Transaction<Tables>,
  context: RequestContext,
  ids: readonly number[],
) => Promise<string[]>

/** What decisions on applications do to interviews; features know nothing of each other. */
export type InterviewSeats = { release: SeatChange; restore: SeatChange }

/** Who decides, and what that does to interviews. */
export type Deciding = { context: RequestContext; seats: InterviewSeats }
