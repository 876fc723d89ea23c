import { changeDataKeys, toDataKey } from '#platform/security/data-keys.ts'
import { spellingOf } from '#platform/security/identification.ts'
import { openRow } from '#platform/security/sealed-columns.ts'
import type { TestApp } from './app.ts'

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
