import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Services } from '../http/context.ts'
import { type DataKey, isKeyInUse } from '../security/data-keys.ts'
import { type OnSealed, sealEach, sealUntilNone } from '../security/seal-each.ts'
import { findKeyFor, openRow, sealRow } from '../security/sealed-columns.ts'

type Sealer = Pick<Services, 'database' | 'dataKeys' | 'log'>

const pageSize = 100
/** In one upkeep: some seconds. */
const sealedAtOnce = 10_000

const isPlain = sql<SqlBool>`text <> '' and text not like 'sealed/____________/%'`

/** The numbers of texts by the id of their data key; empty for those that are not sealed yet. */
export async function countSealedTexts(database: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select id, count(*) as count from (
      select case when ${isPlain} then '' else substr(text, 8, 12) end as id
      from resume_texts where text <> ''
    ) as texts group by id`.execute(database)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Seals the texts of all resumes with the first data key that are not, but for those with a key that is not there. */
export function sealAllTexts(services: Sealer, onSealed: OnSealed) {
  const [key, ...others] = services.dataKeys()
  const isWith = others.map(({ id }) => sql<SqlBool>`text like ${`sealed/${id}/%`}`)
  const isWanted = sql<SqlBool>`(${sql.join([isPlain, ...isWith], sql` or `)})`
  return sealUntilNone(
    (onPage) => sealTexts(services, key, isWanted, { onSealed: onPage }),
    onSealed,
  )
}

/** Seals some of the texts that an earlier version has stored as they are. Part of the upkeep. */
export async function sealPlainTexts(services: Sealer & Pick<Services, 'now'>) {
  const key = await findKeyFor(services, 'texts of resumes')
  return key ? (await sealTexts(services, key, isPlain, { max: sealedAtOnce })).sealed : 0
}

const sealTexts = (
  services: Sealer,
  key: DataKey,
  isWanted: RawBuilder<SqlBool>,
  bounds: { max?: number; onSealed?: OnSealed },
) =>
  sealEach({
    log: services.log,
    what: 'text of a resume',
    ...bounds,
    find: (after) =>
      services.database
        .selectFrom('resume_texts')
        .select(['file_id as id', 'file_id', 'text'])
        .where('file_id', '>', after)
        .where(isWanted)
        .orderBy('file_id')
        .limit(pageSize)
        .execute(),
    async seal(row) {
      const { text } = sealRow('resume_texts', openRow(services, 'resume_texts', row), key)
      const { numUpdatedRows } = await services.database
        .updateTable('resume_texts')
        .set({ text })
        .where('file_id', '=', row.id)
        .where('text', '=', row.text)
        .where(isKeyInUse(key))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  })
