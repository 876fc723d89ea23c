import { type Selectable, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains, wordsOf } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { parseImageUrl } from '#shared/image-url.ts'
import type { Picture } from '../contract.ts'

const columns = [
  'id',
  'name',
  'file_name',
  'alt',
  'size_bytes',
  'by_name',
  'created_at',
  'updated_at',
] as const

type Row = Pick<Selectable<Tables['images']>, (typeof columns)[number]> & { uses: number }

const uses = sql<number>`(select count(*) from image_uses where image_uses.name = images.name)`

function toPicture({ name, size_bytes, by_name, ...row }: Row): Picture {
  const address = `/images/${name}`
  const { width = 0, height = 0 } = parseImageUrl(address) ?? {}
  return { ...row, address, width, height, size: size_bytes, by: by_name }
}

export type ImageFilters = { search?: string; use?: 'used' | 'unused' }

/** A page of the images, the newest first. `image_uses` must be up to date. */
export async function findImages(database: Database, filters: ImageFilters, page: PageQuery) {
  let query = database.selectFrom('images')
  for (const word of wordsOf(filters.search ?? '')) {
    query = query.where(contains('search_text', word))
  }
  if (filters.use) {
    const used = database.selectFrom('image_uses').select('name')
    query = query.where('name', filters.use === 'used' ? 'in' : 'not in', used)
  }
  const ordered = query
    .select(columns)
    .select(uses.as('uses'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const found = await findPage(query, ordered, page)
  return { ...found, results: found.results.map(toPicture) }
}

export async function findImage(database: Pick<Database, 'selectFrom'>, id: number) {
  const row = await database
    .selectFrom('images')
    .select(columns)
    .select(uses.as('uses'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toPicture(row) : null
}
