import { searchable } from '#database/search.ts'
import { createIssue } from '#features/newsletter/server/issue-queries.ts'
import type { Services } from '#platform/http/context.ts'
import { localDay, startOfDay } from '#shared/company.ts'
import { hourMs } from '#shared/durations.ts'
import { createComment } from '../factories/comments.ts'
import { createArticle } from '../factories/news.ts'
import { africaArticles } from './africa.ts'
import { businessArticles } from './business.ts'
import { demoComments } from './comments.ts'
import type { DemoArticle } from './demo-article.ts'
import { industryArticles } from './industry.ts'
import { talentArticles } from './talent.ts'

/** Oldest first: a higher id is a later article, as it would be had they been written day by day. */
const articles: readonly DemoArticle[] = [
  ...businessArticles,
  ...industryArticles,
  ...talentArticles,
  ...africaArticles,
].toSorted((a, b) => (b.daysAgo ?? 0) - (a.daysAgo ?? 0))

type Seeding = Pick<Services, 'database' | 'now'>

/** Stores the demo's articles with what visitors say of them, dated from today. */
export async function seedNews(services: Seeding) {
  const now = services.now()
  const stored = new Map<string, { id: number; publishedAt: Date }>()
  for (const { daysAgo, ...article } of articles) {
    const publishedAt = morning(now, daysAgo ?? 0)
    const begunAt = publishedAt < now && daysAgo !== null ? publishedAt : now
    const id = await createArticle(services, {
      ...article,
      published_at: daysAgo === null ? null : publishedAt.toISOString(),
      created_at: begunAt.toISOString(),
    })
    stored.set(article.title, { id, publishedAt })
  }
  const published = articles.filter(({ daysAgo }) => daysAgo !== null && daysAgo > 0)
  const newest = published.slice(-2).flatMap(({ title }) => stored.get(title)?.id ?? [])
  await draftIssue(services, newest)
  const comments = demoComments.map(({ article, replies = [], ...comment }) => {
    const place = stored.get(article)
    if (!place) throw new Error(`No article is called "${article}"`)
    return { articleId: place.id, row: words(comment, place.publishedAt), replies }
  })
  // Whoever comes later has a greater id.
  comments.sort((one, other) => one.row.created_at.localeCompare(other.row.created_at))
  for (const { articleId, row, replies } of comments) {
    const parent_id = await createComment(services, articleId, row)
    for (const reply of replies) {
      const answer = words(reply, new Date(row.created_at))
      await createComment(services, articleId, { ...answer, parent_id })
    }
  }
}

/** The next issue of the newsletter, which nobody has sent yet. */
async function draftIssue({ database, now }: Seeding, article_ids: number[]) {
  const content =
    '<p>Muraho,</p><p>a new cohort begins soon, and <strong>the first places are taken</strong>. Before you apply:</p><ul><li>look at <a href="/services">what we teach</a>,</li><li>have your resume at hand,</li><li>ask us what you like: just answer this email.</li></ul><p>And this is what we have written since:</p>'
  const issue = { subject: 'A new cohort, and three months in numbers', content, article_ids }
  await createIssue(database, issue, now().toISOString())
}

/** Nine o'clock where the company is, so many days before now. */
const morning = (now: Date, daysAgo: number) =>
  new Date(
    startOfDay(localDay(new Date(now.getTime() - daysAgo * 24 * hourMs))).getTime() + 9 * hourMs,
  )

function words(comment: Omit<(typeof demoComments)[number], 'article' | 'replies'>, since: Date) {
  const created_at = new Date(since.getTime() + comment.afterHours * hourMs).toISOString()
  return {
    name: comment.name,
    email: comment.staffName
      ? ''
      : `${searchable(comment.name).replace(/[^a-z0-9]+/g, '.')}@example.com`,
    message: comment.message,
    status: comment.status ?? 'PENDING',
    held_at: comment.heldReason ? created_at : null,
    held_reason: comment.heldReason ?? ('' as const),
    staff_name: comment.staffName ?? '',
    created_at,
  }
}
