import type { Kysely } from 'kysely'

/**
 * Lists are counted by level and gender from this index alone, which is much smaller than the table. It begins with a
 * column by which few lists are filtered, so that pages are still found in the index of their order.
 */
export const up = (database: Kysely<unknown>) =>
  database.schema
    .createIndex('applications_counted')
    .on('applications')
    .columns(['waiting_since', 'gender', 'level', 'status', 'cohort_id', 'tech_stack_id'])
    .execute()
