import { articleCategories, categoryLabels } from '#features/news/categories.ts'

type Row = Record<string, unknown>

/** The categories by their labels, which some servers send in place of the slugs. */
const categoriesByLabel = new Map<unknown, string>(
  articleCategories.map((category) => [categoryLabels[category], category]),
)

/** The day of a date that comes with a time, as it is written there. */
const dayOf = (date: unknown) => (typeof date === 'string' ? date.slice(0, 10) : date)

const article = (row: Row): Row => ({
  banner: '',
  description: '',
  author: '',
  tags: [],
  ...row,
  category: categoriesByLabel.get(row.category) ?? row.category,
  done_at: dayOf(row.done_at),
})

const articleDetail = (row: Row): Row => {
  const comments = Array.isArray(row.comments) ? row.comments : []
  return { content: '', comment_count: comments.length, ...article(row), comments }
}

const cohort = (row: Row): Row => ({
  short_description: '',
  deadline: null,
  ...row,
  start: dayOf(row.start),
  end: dayOf(row.end),
})

const techStack = (row: Row): Row => ({
  icon: '',
  description: '',
  short_description: '',
  prerequisites: [],
  references: [],
  ...row,
})

/** A person on the site: some servers give them no id. */
const person = (row: Row, index: number): Row => ({
  id: index + 1,
  profile_picture: '',
  linkedin_link: '',
  ...row,
})

/** A page of a list, which some servers send as a plain list or without totals. */
const completePage = (complete: (row: Row, index: number) => Row) => (answer: unknown) => {
  const page: Row & { results?: Row[] } = Array.isArray(answer)
    ? { results: answer }
    : (answer as Row)
  const results = (page.results ?? []).map(complete)
  return { total_items: results.length, total_pages: 1, current_page: 1, ...page, results }
}

const completions: Record<string, (answer: never) => unknown> = {
  'news.list': completePage(article),
  'news.related': (rows: Row[]) => rows.map(article),
  'news.bySlug': articleDetail,
  'news.get': articleDetail,
  'cohorts.list': completePage(cohort),
  'techStacks.list': completePage(techStack),
  'testimonials.list': completePage(person),
  'team.list': completePage(person),
}

/**
 * Completes an answer of another server of the same calls, which may have the fixed fields alone (`specified-calls.ts`).
 * @param path of the procedure, such as ['news', 'list']
 */
export function completeResponse(path: readonly string[], answer: unknown): unknown {
  const complete = completions[path.join('.')]
  return complete && answer ? complete(answer as never) : answer
}
