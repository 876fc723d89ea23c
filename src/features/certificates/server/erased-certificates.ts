import { searchable } from '#database/search.ts'
import type { Erased } from '#platform/storage/erased.ts'

/** A certificate stays without its holder, so that whoever has it on paper does not take it for a forged one. */
export const erasedCertificates: Erased = {
  tags: ['Certificates'],
  async keep(transaction, ids, full_name, updated_at) {
    for (const id of ids) {
      const { number, course, cohort, code } = await transaction
        .selectFrom('certificates')
        .select(['number', 'course', 'cohort', 'code'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await transaction
        .updateTable('certificates')
        .set({
          ...{ full_name, email: '', email_key: '', holder_key: null, revoked_reason: '' },
          search_text: searchable([full_name, number, course, cohort, code].join('\n')),
          updated_at,
        })
        .where('id', '=', id)
        .execute()
    }
    await transaction
      .updateTable('earlier_certificates')
      .set({ full_name })
      .where('certificate_id', 'in', ids)
      .execute()
    await transaction
      .updateTable('certificate_history')
      .set({ note: '', changes: '[]' })
      .where('certificate_id', 'in', ids)
      .execute()
    return [...ids]
  },
}
