import { Link } from 'react-router'
import { formatDate } from '#shared/format.ts'
import { AvatarPicture } from '#ui/avatar-picture.tsx'
import { Badge } from '#ui/badge.tsx'
import { Imigongo } from '#ui/ornament/imigongo.tsx'
import { initialsOf } from '#ui/portrait.tsx'
import { categoryLabels } from '../categories.ts'
import type { ArticleDetail } from '../contract.ts'
import { ArticleBanner } from './article-banner.tsx'
import { insightsUrl } from './insights-url.ts'
import { ShareButton } from './share-button.tsx'

type ArticleHeadProps = { article: Omit<ArticleDetail, 'content'>; commentCount: number }

/** The article's banner, category, date, title, author and actions. */
export function ArticleHead({ article, commentCount }: ArticleHeadProps) {
  return (
    <header>
      <ArticleBanner
        article={article}
        isFirst
        sizes="100vw"
        unitPx={4}
        className="h-[clamp(10rem,26vw,22rem)] w-full"
      />
      <div className="wrap">
        <div className="column mx-auto pt-8 sm:pt-12">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Link to={insightsUrl(article.category)} className="rounded-full">
              <Badge tone="accent">{categoryLabels[article.category]}</Badge>
            </Link>
            <time dateTime={article.done_at} className="text-muted text-sm">
              {formatDate(article.done_at)}
            </time>
          </div>
          <h1 className="wrap-anywhere mt-4 text-3xl">{article.title}</h1>
          <p className="wrap-anywhere mt-5 text-lg text-muted">{article.description}</p>
          <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-line border-y py-4">
            <div className="flex min-w-0 items-center gap-3.5">
              <AuthorAvatar name={article.author} />
              <p className="wrap-anywhere min-w-0 leading-snug">
                <span className="block text-muted text-sm">Written by</span>
                <span className="font-semibold">{article.author}</span>
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <a
                href="#comments"
                className="-ml-3 inline-flex min-h-11 items-center rounded px-3 font-semibold text-primary hover:underline"
              >
                {commentCount === 1 ? '1 comment' : `${commentCount} comments`}
              </a>
              <ShareButton title={article.title} />
            </div>
          </div>
        </div>
      </div>
    </header>
  )
}

/** The author's initials on a generated Imigongo pattern, or a picture of the avatar service. */
function AuthorAvatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="relative block size-14 shrink-0 overflow-hidden rounded-full"
    >
      <Imigongo seed={name} bands={2} unitPx={1} />
      <span className="absolute inset-2 grid place-items-center rounded-full bg-paper font-bold text-ink text-sm">
        {initialsOf(name)}
      </span>
      <AvatarPicture name={name} />
    </span>
  )
}
