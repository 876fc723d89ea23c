import { sql } from 'kysely'
import { expect } from 'vitest'
import { isSqlite } from '#database/engine.ts'
import { spellingOf } from '#features/applications/server/identification.ts'
import { countSealedIdentifications } from '#features/applications/server/seal-identifications.ts'
import { changeDataKeys, toDataKey } from '#platform/security/data-keys.ts'
import { openRow } from '#platform/security/sealed-columns.ts'
import { startTestApp, type TestApp } from './app.ts'
import { applicationForm, apply, createCohortAndStack } from './applying.ts'
import { findTraces } from './personal-data.ts'

/** Makes a key that seals from now on, as the command does. It takes an app without DATA_KEY. @returns its id */
export function addTestKey({ services }: TestApp) {
  const added = toDataKey(`a data key that is made for a test: ${crypto.randomUUID()}`)
  changeDataKeys(services.config, (known) => [added, ...known])
  return added.id
}

/** A row of an application with its national ID as it was typed. */
export const openApplication = <Row extends Record<string, unknown>>(
  { services }: Pick<TestApp, 'services'>,
  row: Row,
) => openRow(services, 'applications', row)

/** Puts the national ID of an application back to how versions before stored it. */
export async function unsealIdentification({ services }: TestApp, id: number) {
  const { database } = services
  const row = await database
    .selectFrom('applications')
    .select(['identification', 'resume_id', 'search_text'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { identification } = openApplication({ services }, row)
  await database
    .updateTable('applications')
    .set({
      identification,
      identification_key: spellingOf(identification),
      search_text: `${row.search_text} ${identification}`,
    })
    .where('id', '=', id)
    .execute()
}

export const nationalId = '1199980012345678'
export const person = { identification: nationalId, email: 'aline@example.rw' }

/** Starts the app with a key in a file, as the first start makes one up, and a cohort to apply to. */
export async function startSealing() {
  const app = await startTestApp({ DATA_KEY: '', LOG_LEVEL: 'silent' })
  const token = await app.signIn('ADMIN')
  const parents = await createCohortAndStack(app, { limit: 10_000 })
  const { database } = app.services
  return {
    app,
    token,
    parents,
    async send(changes: Parameters<typeof applicationForm>[1] = person, key?: string) {
      const { status, body } = await apply(app, applicationForm(parents, changes), key)
      expect(status, JSON.stringify(body)).toBe(201)
      return body.data.id as number
    },
    get: async (id: number) => (await app.json(`/api/website/application/${id}/`, { token })).body,
    async search(search_query: string): Promise<number[]> {
      const query = new URLSearchParams({ search_query })
      const { body } = await app.json(`/api/website/application/?${query}`, { token })
      return body.results.map(({ id }: { id: number }) => id).sort()
    },
    discard: (id: number) =>
      app.json(`/api/admin/applications/${id}/`, { method: 'DELETE', token }),
    async restoreTrash() {
      const { id } = await database.selectFrom('trash').select('id').executeTakeFirstOrThrow()
      const path = `/api/admin/trash/${id}/restore/`
      const { status, body } = await app.json(path, { method: 'POST', token, json: {} })
      expect(status, JSON.stringify(body)).toBe(200)
    },
    counts: () => countSealedIdentifications(database),
    keyId: () => app.services.dataKeys()[0].id,
    stored: (id: number) =>
      database
        .selectFrom('applications')
        .select(['identification', 'identification_key', 'search_text', 'updated_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    /** Where the ID stands in the clear, the indexes of SQLite included. */
    async traces() {
      const part = nationalId.slice(3, 12)
      const found = await findTraces(app, [nationalId, part])
      if (isSqlite(database)) {
        const { rows } = await sql`select rowid from applications_search
          where applications_search match ${`"${part}"`}`.execute(database)
        found.push(...rows.map((row) => JSON.stringify(row)))
      }
      return found
    },
  }
}
