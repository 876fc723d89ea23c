import type { TestApp } from './app.ts'

/** The lines of the audit log but those of sign-ins, with what their details say. */
export async function auditLines({ services }: Pick<TestApp, 'services'>, target = '%') {
  const rows = await services.database
    .selectFrom('audit_log')
    .select(['action', 'target', 'target_id', 'details'])
    .where('action', '<>', 'signed in')
    .where('target', 'like', target)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }))
}
