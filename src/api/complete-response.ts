import { articleCategories, categoryLabels } from '#features/news/categories.ts'

type Row = Record<string, unknown>

/** The categories by their labels, which some servers send in place of the slugs. */
const categoriesByLabel = new Map<unknown, string>(
  articleCategories.map((category) => [categoryLabels[category], category]),
)

/** The day of a date that comes with a time, as it is written there. */
const dayOf = (date: unknown) => (typeof date === 'string' ? date.slice(0, 10) : date)

const startOf = (date: unknown) => (date ? `${dayOf(date)}T00:00:00.000Z` : undefined)

const article = (row: Row): Row => ({
  banner: '',
  description: '',
  author: '',
  tags: [],
  // Those of the specification have the day alone.
  updated_at: row.published_at ?? startOf(row.done_at),
  ...row,
  category: categoriesByLabel.get(row.category) ?? row.category,
  done_at: dayOf(row.done_at),
})

const articleDetail = (row: Row): Row => {
  const comments = commentsOf(row)
  return { content: '', comment_count: comments.length, ...article(row), comments }
}

/** Comments that can't be read give an empty list, so that the article is still shown. */
function commentsOf({ comments }: Row): Row[] {
  try {
    return Array.isArray(comments) ? comments.map(visibleComment) : []
  } catch (error) {
    console.error('Comments could not be read', error)
    return []
  }
}

/** A comment or a reply: some servers send its name as `author`, and its text as `content`. */
const commentText = (row: Row): Row => ({
  created_at: '',
  parent: null,
  is_company: false,
  ...row,
  name: row.name ?? (typeof row.author === 'string' ? row.author : ''),
  message: row.message ?? row.content ?? '',
})

/** A comment as visitors see it. */
const visibleComment = (row: Row): Row => {
  const reply = row.latest_reply as Row | null | undefined
  const latest_reply = reply ? { ...commentText(reply), latest_reply: null } : null
  return { ...commentText(row), latest_reply }
}

const postedComment = (row: Row): Row => ({ is_held: false, ...visibleComment(row) })

const cohort = (row: Row): Row => ({
  short_description: '',
  deadline: null,
  ...row,
  status: typeof row.status === 'string' ? row.status.toLowerCase() : row.status,
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

/** Times of rows that some servers don't send; '' is shown as unknown. */
const times = { created_at: '', updated_at: '' }

/** A person on the site: some servers give visitors no id. Only staff see a status. */
const person = (row: Row, index: number): Row => ({
  id: index + 1,
  profile_picture: '',
  linkedin_link: '',
  ...('status' in row && times),
  ...row,
})

const application = (row: Row): Row => ({
  level: null,
  description: '',
  cohort_name: '',
  tech_stack_name: row.tech_stack,
  done_at: '',
  status_since: '',
  ...times,
  assignee: null,
  waiting_since: null,
  also_applied: false,
  score_count: 0,
  score_mean: null,
  ...row,
  resume: resumeOf(row.resume),
})

const applicationDetail = (row: Row): Row => ({
  history: [],
  notes: [],
  related: [],
  ...application(row),
})

/** A resume, of which some servers send the address alone. */
const resumeOf = (resume: unknown) => ({
  name: String(resume ?? '').replace(/^.*\//, ''),
  size: 0,
  type: '',
  warnings: [],
  ...(typeof resume === 'object' && resume),
})

const message = (row: Row): Row => ({
  owner: null,
  answered_at: null,
  answer_due_at: null,
  ...times,
  ...row,
})

const messageDetail = (row: Row): Row => ({
  replies: [],
  answers: [],
  notes: [],
  draft: null,
  related: [],
  is_sending: false,
  ...message(row),
})

/** A comment as staff see it. */
const comment = (row: Row): Row => ({
  email: '',
  staff_name: '',
  is_held: false,
  held_reason: null,
  in_reply_to: null,
  article: { id: 0, title: '', slug: '', description: '' },
  replies: 0,
  decided: null,
  has_network: false,
  consent_version: '',
  ...commentText(row),
  author: typeof row.author === 'object' ? row.author : null,
})

/** What a call asked for, as far as the response depends on it. */
type Paging = { page?: number; page_size?: number } | undefined

/** A page of a list, which some servers send as a plain list, or without some of its totals. */
const completePage =
  (complete: (row: Row, index: number) => Row) =>
  (response: unknown, { page: current_page = 1, page_size: size = 10 }: Paging = {}) => {
    const isWhole = Array.isArray(response)
    const page = (isWhole ? { results: response } : response) as {
      results?: Row[]
    } & Partial<Totals>
    const results = (page.results ?? []).map(complete)
    const total_pages = page.total_pages ?? Math.max(1, Math.ceil((page.total_items ?? 0) / size))
    // Each page before the last is full, and the last has an item at least.
    const least = (total_pages - 1) * size + (current_page === total_pages ? results.length : 1)
    const total_items = isWhole ? results.length : Math.max(results.length, least)
    return { total_items, total_pages, current_page, ...page, results }
  }

type Totals = { total_items: number; total_pages: number }

const completions: Record<string, (response: never, paging: Paging) => unknown> = {
  'news.list': completePage(article),
  'news.related': (rows: Row[]) => rows.map(article),
  'news.bySlug': articleDetail,
  'news.get': articleDetail,
  'cohorts.list': completePage(cohort),
  'techStacks.list': completePage(techStack),
  'applications.list': completePage(application),
  'applications.get': applicationDetail,
  'contact.list': completePage(message),
  'contact.get': messageDetail,
  'comments.list': completePage(comment),
  'comments.ofArticle': completePage(visibleComment),
  'comments.create': postedComment,
  'comments.reply': postedComment,
  'testimonials.list': completePage(person),
  'team.list': completePage(person),
}

/**
 * Completes a response of another server of the same calls, which may have the fixed fields alone
 * (`specified-calls.ts`).
 * @param path of the procedure, such as ['news', 'list']
 * @param input of the call
 */
export function completeResponse(
  path: readonly string[],
  response: unknown,
  input?: unknown,
): unknown {
  const complete = completions[path.join('.')]
  return complete && response ? complete(response as never, input as Paging) : response
}
