import { lockRow } from '#database/lock-row.ts'
import type { Erased } from '#platform/retention/erased.ts'
import { withoutAnswer } from '#platform/text/answer-words.ts'

/** Answers to a message of somebody else, who is still found by their own words. */
export const erasedAnswers: Erased = {
  tags: ['Contact'],
  async lock(transaction, ids) {
    const messages = await transaction
      .selectFrom('contact_answers')
      .select('message_id')
      .distinct()
      .where('id', 'in', ids)
      .orderBy('message_id')
      .execute()
    for (const { message_id } of messages) {
      await lockRow(transaction, 'contact_messages', message_id)
    }
  },
  async release(transaction, ids) {
    const answers = await transaction
      .selectFrom('contact_answers')
      .select(['message_id', 'text'])
      .where('id', 'in', ids)
      .where('is_automatic', '=', 0)
      .execute()
    for (const { message_id, text } of answers) {
      const { search_text } = await transaction
        .selectFrom('contact_messages')
        .select('search_text')
        .where('id', '=', message_id)
        .executeTakeFirstOrThrow()
      await transaction
        .updateTable('contact_messages')
        .set({ search_text: withoutAnswer(search_text, text) })
        .where('id', '=', message_id)
        .execute()
    }
  },
}
