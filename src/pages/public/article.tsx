import { lazy, useMemo, useState } from 'react'
import { data, redirect, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { readPostedForm } from '#client/loaders/form-data.ts'
import {
  apiContext,
  browserLoader,
  type LoaderArgs,
  loadFormToken,
  renderedOnly,
  serverLoader,
} from '#client/loaders/loaders.ts'
import { postCommentForm } from '#features/comments/public/form-action.ts'
import { readComments, readPosted } from '#features/comments/public/shown-comments.ts'
import { ArticleBody, ArticleTags } from '#features/news/public/article-body.tsx'
import { ArticleHead } from '#features/news/public/article-head.tsx'
import type { RelatedArticle } from '#features/news/public/related-articles.tsx'
import { articleFacts, articleStructuredData } from '#features/news/public/structured-data.ts'
import { articleCard } from '#layout/content-cards.ts'
import { pageMeta } from '#layout/page-meta.ts'
import { LazySection, loadWhenVisible } from '#ui/lazy/lazy-section.tsx'
import type { Route } from './+types/article.ts'

export function meta(here: Route.MetaArgs) {
  if (!here.loaderData) return []
  const { article } = here.loaderData
  return pageMeta(
    here,
    article,
    import.meta.env.SSR && {
      card: articleCard(article),
      article: articleFacts(article),
      structured: (siteUrl, picture) => [articleStructuredData(article, siteUrl, picture)],
    },
  )
}

type Args = LoaderArgs<{ slug: string }>

/** What stands beside an article may be missing; the article itself may not. */
async function load(api: ApiClient, { params }: Args) {
  const { content, ...article } = await findArticle(api, params.slug)
  const { category, slug } = article
  const [related, formToken] = await Promise.all([
    api.news
      .related({ category, exclude: slug })
      .then((articles) => articles.map(whatIsShown))
      .catch((error: unknown) => {
        console.error('Related articles could not be loaded', error)
        return null
      }),
    loadFormToken(api),
  ])
  // To the minute, so that the pages of one minute agree on how long ago a comment was written.
  const renderedAt = `${new Date().toISOString().slice(0, 16)}:00.000Z`
  return { loaded: { article, related, formToken, renderedAt }, content }
}

/** Of an article beside this one, what its card shows: the rest would travel for nobody. */
const whatIsShown = ({ id, slug, title, author, done_at, banner }: RelatedArticle) => ({
  ...{ id, slug, title, author, done_at, banner },
})

/** @throws the 404 page for a slug that no article has */
async function findArticle(api: ApiClient, slug: string) {
  try {
    return await api.news.bySlug({ slug })
  } catch (error) {
    const { status } = parseApiError(error)
    // What is too long to be a slug is refused, and is no article either.
    if (status === 404 || status === 400) throw data(null, { status: 404 })
    throw error
  }
}

export const loader = serverLoader(async (api, args: Args) => {
  const { loaded, content } = await load(api, args)
  return renderedOnly(loaded, { content })
})
export const clientLoader = browserLoader(async (api, args: Args) => {
  const { loaded, content } = await load(api, args)
  return { ...loaded, content }
})

/** A comment or reply from a page without JavaScript. Answered by a redirect, so that a reload posts nothing again. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const outcome = await postCommentForm(context.get(apiContext), await readPostedForm(request))
  if ('refused' in outcome) return data(outcome.refused, { status: outcome.status })
  const address = `/insights/${encodeURIComponent(params.slug)}?posted=${outcome.posted}#comments`
  return redirect(address, 303)
}

const CommentSection = lazy(
  loadWhenVisible('comments', async () => ({
    default: (await import('#features/comments/public/comment-section.tsx')).CommentSection,
  })),
)

const RelatedArticles = lazy(
  loadWhenVisible('related', async () => ({
    default: (await import('#features/news/public/related-articles.tsx')).RelatedArticles,
  })),
)

export default function ArticlePage(props: Route.ComponentProps) {
  return <Article key={props.loaderData.article.id} {...props} />
}

function Article({ loaderData, actionData }: Route.ComponentProps) {
  const { article, related, formToken, renderedAt } = loaderData
  const [search] = useSearchParams()
  const [shown, setShown] = useState(() => readComments(article.comments, article.comment_count))
  // Always the same: given anew while its script is on the way, it would be taken from the page.
  const others = useMemo(
    () => (
      <LazySection name="related">
        <RelatedArticles article={article} related={related} />
      </LazySection>
    ),
    [article, related],
  )
  return (
    <>
      <article>
        <ArticleHead article={article} commentCount={shown.count} />
        <div className="wrap pb-section">
          <div className="column mx-auto pt-10">
            <ArticleBody html={loaderData.content} />
            <ArticleTags tags={article.tags} />
          </div>
        </div>
      </article>
      <div className="bg-mist">
        <div className="wrap py-section">
          <div className="column mx-auto">
            <LazySection name="comments">
              <CommentSection
                {...{ shown, setShown, renderedAt, formToken }}
                articleId={article.id}
                posted={readPosted(search)}
                refused={actionData ?? null}
                replyingTo={Number(search.get('reply')) || null}
              />
            </LazySection>
          </div>
        </div>
      </div>
      {others}
    </>
  )
}
