import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findIds, findIdsPage, findNeighbours, type ListOrder } from '#database/ordered-list.ts'
import { readOrdering } from '#database/ordering.ts'
import { inOrderOf, type PageQuery, pageOfTotal, windowOf } from '#database/page.ts'
import { resumesWith, resumeWordsOf } from '#database/resume-index.ts'
import { contains, searchable, wordsOf } from '#database/search.ts'
import type { Services } from '#platform/http/context.ts'
import { findResumeHits } from '#platform/resumes/resume-hits.ts'
import { warningsIn } from '#shared/resume-warnings.ts'
import type { Talent, TalentFilters } from '../contract.ts'
import type { TalentStatus, talentOrders } from '../validation.ts'

const columns = [
  'talents.id',
  'talents.first_name',
  'talents.last_name',
  'talents.email',
  'talents.phone_number',
  'talents.location',
  'talents.headline',
  'talents.link',
  'talents.about',
  'talents.level',
  'talents.years',
  'talents.latest_role',
  'talents.availability',
  'talents.work_mode',
  'talents.status',
  'talents.consent_version',
  'talents.consented_at',
  'talents.created_at',
  'talents.updated_at',
  'files.name as resume_name',
  'files.size_bytes as resume_size',
  'files.warnings as resume_warnings',
  'files.type as resume_type',
] as const

export type TalentOrdering = (typeof talentOrders)[number]

/** The columns of each order before the id: exactly those of an index. */
const orderColumns = {
  created_at: ['talents.created_at'],
  name: ['talents.name_key'],
  years: ['talents.years'],
  status: ['talents.status', 'talents.created_at'],
} as const

function orderOf(ordering: TalentOrdering = '-created_at'): ListOrder {
  const { name, direction } = readOrdering(ordering)
  return { columns: [...orderColumns[name], 'talents.id'], direction }
}

type OrderedFilters = TalentFilters & { ordering?: TalentOrdering }

const isSearch = ({ search }: TalentFilters) => Boolean(search?.trim())

/** A page of the staff's list, by default the newest first. */
export async function findTalents(
  services: Pick<Services, 'database' | 'dataKeys'>,
  filters: OrderedFilters,
  page: PageQuery,
) {
  const { database } = services
  const { ids, total } = await findIdsPage(database, matchingTalents(database, filters), {
    order: orderOf(filters.ordering),
    window: windowOf(page),
    isSearch: isSearch(filters),
  })
  const talents = await findTalentsOf(database, ids)
  const hits = await findResumeHits(services, 'talents', ids, filters.search)
  const results = talents.map((one) => ({ ...one, resume_hit: hits.get(one.id) ?? null }))
  return pageOfTotal(results, total, page)
}

/** The ids of all talents that match, in order. */
export const findTalentIds = (
  database: Database,
  filters: TalentFilters,
  ordering?: TalentOrdering,
) => findIds(matchingTalents(database, filters), orderOf(ordering))

/** The ids before and after a talent in the filtered, ordered list, which need not contain it. */
export const findTalentNeighbours = (database: Database, id: number, filters: OrderedFilters) =>
  findNeighbours(
    database,
    database.selectFrom('talents').where('talents.id', '=', id),
    matchingTalents(database, filters),
    orderOf(filters.ordering),
    { isSearch: isSearch(filters) },
  )

/** A word of a search finds at most this many resumes, the newest. */
const resumesMax = 20_000

/**
 * The talents that match every filter, and have every word of the search, or whose resumes have. Of several skills, one
 * is enough.
 */
export function matchingTalents(database: Database, filters: TalentFilters) {
  const { status, level, availability, skill } = filters
  let query = database.selectFrom('talents')
  if (status) query = query.where('talents.status', 'in', status)
  if (level) query = query.where('talents.level', 'in', level)
  if (availability) query = query.where('talents.availability', 'in', availability)
  if (skill) {
    const keys = skill.map((one) => searchable(one.trim()))
    query = query.where('talents.id', 'in', (select) =>
      select.selectFrom('talent_skills').select('talent_id').where('skill_key', 'in', keys),
    )
  }
  const words = wordsOf(filters.search ?? '')
  if (words.length === 0) return query
  const inResume = resumeWordsOf(filters.search ?? '')
  return query.where(({ and, or }) => {
    const isOwn = and(words.map((word) => contains('talents.search_text', word)))
    if (inResume.length === 0) return isOwn
    const resumes = resumesWith(database, inResume, { limit: resumesMax })
    return or([isOwn, sql<boolean>`talents.resume_id in ${resumes}`])
  })
}

/** The talents with these ids, in the same order; deleted ones are left out. */
export async function findTalentsOf(database: Database, ids: readonly number[]): Promise<Talent[]> {
  if (ids.length === 0) return []
  const [rows, skills] = await Promise.all([
    database
      .selectFrom('talents')
      .innerJoin('files', 'files.id', 'talents.resume_id')
      .select(columns)
      .where('talents.id', 'in', ids)
      .execute(),
    database
      .selectFrom('talent_skills')
      .select(['talent_id', 'name'])
      .where('talent_id', 'in', ids)
      .orderBy('position')
      .execute(),
  ])
  const talents = rows.map(
    ({ resume_name, resume_size, resume_type, resume_warnings, ...row }) => ({
      ...row,
      status: row.status as TalentStatus,
      level: row.level as Talent['level'],
      availability: row.availability as Talent['availability'],
      work_mode: row.work_mode as Talent['work_mode'],
      skills: skills.filter((skill) => skill.talent_id === row.id).map(({ name }) => name),
      resume: {
        name: resume_name,
        size: resume_size,
        type: resume_type,
        warnings: warningsIn(resume_warnings),
      },
    }),
  )
  return inOrderOf(ids, talents)
}

export async function findTalent(database: Database, id: number) {
  const [talent] = await findTalentsOf(database, [id])
  return talent ?? null
}

const skillsShownMax = 200

/** All skills, ignoring differences in spelling by case and accents, the most frequent first. */
export async function findSkills(database: Database) {
  const rows = await database
    .selectFrom('talent_skills')
    .select((select) => [
      select.fn.min<string>('name').as('name'),
      select.fn.countAll<number>().as('talents'),
    ])
    .groupBy('skill_key')
    .orderBy('talents', 'desc')
    .orderBy('skill_key')
    .limit(skillsShownMax)
    .execute()
  return { results: rows }
}

/** The talent with the history, the first change first. */
export async function findTalentDetail(database: Database, id: number) {
  const talent = await findTalent(database, id)
  if (!talent) return null
  const history = await database
    .selectFrom('talent_history')
    .select(['id', 'from_status', 'to_status', 'notes', 'by_name as by', 'created_at'])
    .where('talent_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    ...talent,
    history: history.map((line) => ({
      ...line,
      from_status: line.from_status as TalentStatus | null,
      to_status: line.to_status as TalentStatus,
    })),
  }
}

type StatusChange = { to: TalentStatus; notes: string; by: { id: number; name: string } }

/**
 * Changes the status of talents, and writes it into their history: without a change the note alone, if there is one.
 */
export async function updateTalentStatuses(
  database: Database,
  talents: readonly { id: number; status: string }[],
  { to, notes, by }: StatusChange,
  version: string,
) {
  if (talents.length === 0) return
  await database
    .updateTable('talents')
    .set({ status: to, updated_at: version })
    .where(
      'id',
      'in',
      talents.map(({ id }) => id),
    )
    .execute()
  const told = talents.filter(({ status }) => status !== to || notes !== '')
  if (told.length === 0) return
  await database
    .insertInto('talent_history')
    .values(
      told.map(({ id, status }) => ({
        talent_id: id,
        from_status: status,
        to_status: to,
        notes,
        by_user_id: by.id,
        by_name: by.name,
        created_at: version,
      })),
    )
    .execute()
}

/** The file of a talent's resume, or null if there is no such talent. */
export async function findResume(database: Pick<Database, 'selectFrom'>, talentId: number) {
  const file = await database
    .selectFrom('talents')
    .innerJoin('files', 'files.id', 'talents.resume_id')
    .select(['files.id', 'files.key', 'files.name', 'files.type', 'files.size_bytes'])
    .where('talents.id', '=', talentId)
    .executeTakeFirst()
  return file ?? null
}
