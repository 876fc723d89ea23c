import type { Services } from '#platform/http/context.ts'
import { daysBefore } from '#shared/durations.ts'

const keptDays = 90

/**
 * Deletes times that were over 90 days ago, with the interviews that were booked there, and invitations of that age for
 * which no time was chosen. The histories of the applications keep when somebody was interviewed, and how it went.
 */
export async function removeOldInterviews({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = daysBefore(now(), keptDays)
  await database.transaction().execute(async (transaction) => {
    const old = transaction
      .selectFrom('interview_slots')
      .select('id')
      .where('ends_at', '<=', before)
    await transaction.deleteFrom('interviews').where('slot_id', 'in', old).execute()
    await transaction.deleteFrom('interview_slots').where('ends_at', '<=', before).execute()
    await transaction
      .deleteFrom('interviews')
      .where('slot_id', 'is', null)
      .where('invited_at', '<=', before)
      .where('updated_at', '<=', before)
      .execute()
  })
}
