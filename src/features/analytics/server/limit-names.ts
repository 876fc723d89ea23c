import type { Database } from '#database/open.ts'
import { isArticlePublic } from '#database/public-articles.ts'
import { type Count, columnOf, hasValue } from './columns.ts'
import { articleSlugOf, otherPath } from './pages.ts'
import { monthOf } from './periods.ts'
import { isFixedSource, otherName } from './sources.ts'

/** How many different rows a day and a month have; what comes then is merged into `other`. */
const rowsMax = { day: 1_000, month: 3_000 }
/** How many sources that visitors name: the fixed ones always have their place. */
const sourcesMax = { day: 50, month: 200 }

type Names = { totals: Set<string>; sources: Set<string>; values: Map<string, Set<string>> }

/** The names of a day or a month that this process knows of, by database. */
const known = new WeakMap<Database, Map<string, Names>>()

/** The count under the names that there always are. */
export const fold = (one: Count): Count => ({
  ...one,
  path: articleSlugOf(one.path) ? otherPath : one.path,
  source: isFixedSource(one.source) ? one.source : otherName,
  value: hasValue(one.event) ? otherName : one.value,
})

/**
 * Gives counts to their day and their month, with unknown pages and all names beyond the limits merged into `other`, so
 * that invented ones can't fill the tables. Several processes have each the limit.
 */
export async function limitNames(database: Database, counts: readonly Count[], now: string) {
  const articles = await findSlugs(database, counts, now)
  const cohorts = await findCohorts(database, counts)
  const limited: (Count & { period: string })[] = []
  for (const one of counts) {
    const slug = articleSlugOf(one.path)
    const counted = {
      ...one,
      ...(slug && !articles.has(slug) && { path: otherPath }),
      ...(one.event === 'application_step' &&
        !cohorts.has(cohortOf(one.value)) && { value: otherName }),
    }
    for (const period of [one.day, monthOf(one.day)]) {
      limited.push({ ...limitIn(await namesOf(database, period), period, counted), period })
    }
  }
  return limited
}

function limitIn(names: Names, period: string, one: Count): Count {
  const kind = period.length > 7 ? 'day' : 'month'
  const limited = { ...one }
  if (!isFixedSource(one.source) && !admit(names.sources, one.source, sourcesMax[kind])) {
    limited.source = otherName
  }
  const isTotal = columnOf(one.event, one.value) !== undefined
  if (isTotal && !admit(names.totals, keyOf(limited), rowsMax[kind])) limited.source = otherName
  if (!hasValue(one.event)) return limited
  const values = names.values.get(one.event) ?? new Set()
  names.values.set(one.event, values)
  if (admit(values, keyOf(limited, limited.value), rowsMax[kind])) return limited
  return { ...limited, value: otherName }
}

const keyOf = ({ path, source, device }: Pick<Count, 'path' | 'source' | 'device'>, value = '') =>
  [path, source, device, value].join('\n')

/** Whether a set has a name, or takes it. */
function admit(set: Set<string>, name: string, max: number) {
  if (set.size < max) set.add(name)
  return set.has(name)
}

async function namesOf(database: Database, period: string) {
  const periods = known.get(database) ?? new Map<string, Names>()
  known.set(database, periods)
  const found = periods.get(period) ?? (await findNames(database, period))
  periods.set(period, found)
  // Around midnight two days and two months are in use.
  for (const name of [...periods.keys()].slice(0, -4)) periods.delete(name)
  return found
}

async function findNames(database: Database, period: string): Promise<Names> {
  const totals = await database
    .selectFrom('visit_totals')
    .select(['path', 'source', 'device'])
    .where('period', '=', period)
    .execute()
  const valued = await database
    .selectFrom('visit_values')
    .select(['event', 'path', 'source', 'device', 'value'])
    .where('period', '=', period)
    .execute()
  const values = new Map<string, Set<string>>()
  for (const row of valued) {
    const names = values.get(row.event) ?? new Set()
    values.set(row.event, names.add(keyOf(row, row.value)))
  }
  const sources = [...totals, ...valued].map(({ source }) => source)
  return {
    totals: new Set(totals.map((row) => keyOf(row))),
    sources: new Set(sources.filter((source) => !isFixedSource(source))),
    values,
  }
}

async function findSlugs(database: Database, counts: readonly Count[], now: string) {
  const slugs = [...new Set(counts.flatMap(({ path }) => articleSlugOf(path) ?? []))]
  if (slugs.length === 0) return new Set<string>()
  const rows = await database
    .selectFrom('articles')
    .select('slug')
    .where('slug', 'in', slugs)
    // Slugs of articles that are not public stay secret: a colleague may look at one before its time.
    .where(isArticlePublic(now))
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

const cohortOf = (step: string) => Number(step.split(' ')[1])

async function findCohorts(database: Database, counts: readonly Count[]) {
  const ids = counts.flatMap(({ event, value }) =>
    event === 'application_step' && value !== otherName ? cohortOf(value) : [],
  )
  if (ids.length === 0) return new Set<number>()
  const rows = await database
    .selectFrom('cohorts')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('status', '<>', 'draft')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
