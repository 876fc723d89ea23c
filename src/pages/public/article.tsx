import { useState } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { readFormData } from '#client/loaders/form-data.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import {
  apiContext,
  browserLoader,
  type LoaderArgs,
  loadFormToken,
  renderedOnly,
  serverLoader,
  thisMinute,
} from '#client/loaders/loaders.ts'
import { privateHeaders } from '#client/loaders/private-headers.ts'
import { commentPagesAtOnceMax, loadComments } from '#features/comments/public/comment-pages.ts'
import { CommentSection } from '#features/comments/public/comment-section.tsx'
import { postCommentForm } from '#features/comments/public/form-action.ts'
import {
  commentPatterns,
  pageParameter,
  readPage,
  readPosted,
  readReplyingTo,
  type ShownComments,
  type ShownPages,
} from '#features/comments/public/shown-comments.ts'
import { ArticleBody, ArticleTags } from '#features/news/public/article-body.tsx'
import { ArticleHead } from '#features/news/public/article-head.tsx'
import { loadRelated } from '#features/news/public/load-related.ts'
import { RelatedArticles } from '#features/news/public/related-articles.tsx'
import { articleFacts, articleStructuredData } from '#features/news/public/structured-data.ts'
import { articleCard } from '#layout/content-cards.ts'
import { pageMeta } from '#layout/page-meta.ts'
import { LazySection } from '#ui/lazy/lazy-section.tsx'
import type { Route } from './+types/article.ts'
import '#ui/styles/prose.css'

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

export const handle: PageHandle = { query: commentPatterns }

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

type Args = LoaderArgs<{ slug: string }>

/** Related articles may fail to load; the article itself may not. */
async function load(api: ApiClient, { params, request }: Args, pagesMax: number) {
  const { content, ...article } = await findArticle(api, params.slug)
  const search = new URL(request.url).searchParams
  const [{ comments, ...shown }, related, formToken] = await Promise.all([
    loadComments(api, article, search, pagesMax),
    loadRelated(api, article).catch((error: unknown) => {
      console.error('Related articles could not be loaded', error)
      return null
    }),
    loadFormToken(api),
  ])
  const all = { ...article, comments }
  const loaded = { ...shown, article: all, related, formToken, renderedAt: thisMinute() }
  return { loaded, content }
}

/** @throws the 404 page if no article has the slug */
async function findArticle(api: ApiClient, slug: string) {
  try {
    return await api.news.bySlug({ slug })
  } catch (error) {
    const { status } = parseApiError(error)
    // The API rejects slugs that are too long with 400; no article has them either.
    if (status === 404 || status === 400) throw data(null, { status: 404 })
    throw error
  }
}

export const loader = serverLoader(async (api, args: Args) => {
  const { loaded, content } = await load(api, args, commentPagesAtOnceMax.server)
  const { slug } = loaded.article
  // A former slug finds the article, too. Not for browsers to keep: the slug may come back.
  const headers = { 'cache-control': 'no-cache' }
  if (slug !== args.params.slug) throw redirect(`/insights/${slug}`, { status: 308, headers })
  const rendered = renderedOnly(loaded, { content })
  return isShared(args.request, loaded) ? rendered : data(rendered, { headers: privateHeaders() })
})

/**
 * Whether the page is kept for others. With hundreds of comments it is large, so that those for one visitor without
 * JavaScript, and those of pages that there aren't, would soon take the place of all others.
 */
function isShared({ url }: Request, { pages }: { pages?: ShownPages }) {
  const search = new URL(url).searchParams
  const isForAll = !readPosted(search) && !readReplyingTo(search)
  return isForAll && readPage(search) === (pages?.lastPage ?? 1)
}

export const clientLoader = browserLoader(async (api, args: Args) => {
  const { loaded, content } = await load(api, args, commentPagesAtOnceMax.browser)
  return { ...loaded, content }
})

/** Loading more comments keeps those that are shown. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

/** Handles the comment forms without JavaScript. It redirects, so that a reload doesn't submit again. */
export async function action(args: Route.ActionArgs) {
  const { params, context } = args
  const outcome = await postCommentForm(context.get(apiContext), await readFormData(args))
  if ('refused' in outcome) return data(outcome.refused, { status: outcome.status })
  const search = new URLSearchParams({ posted: outcome.posted })
  const page = readPage(new URL(args.request.url).searchParams)
  // A reply is shown where its comment is, a comment above all others.
  if (page > 1 && outcome.posted !== 'comment') search.set(pageParameter, String(page))
  return redirect(`/insights/${encodeURIComponent(params.slug)}?${search}#comments`, 303)
}

export default function ArticlePage(props: Route.ComponentProps) {
  return <Article key={props.loaderData.article.id} {...props} />
}

function Article({ loaderData, actionData }: Route.ComponentProps) {
  const { article, pages, related, formToken, renderedAt } = loaderData
  const [search] = useSearchParams()
  const [shown, setShown] = useState<ShownComments>({
    comments: article.comments,
    count: article.comment_count,
    ...(pages ?? { firstPage: 1, lastPage: 1 }),
  })
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
            <CommentSection
              shown={shown}
              setShown={setShown}
              renderedAt={renderedAt}
              formToken={formToken}
              articleId={article.id}
              posted={readPosted(search)}
              refused={actionData ?? null}
              replyingTo={readReplyingTo(search)}
            />
          </div>
        </div>
      </div>
      <LazySection>
        <RelatedArticles article={article} related={related} />
      </LazySection>
    </>
  )
}
