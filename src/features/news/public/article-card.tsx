import { Link } from 'react-router'
import { formatDate } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { categoryLabels } from '../categories.ts'
import type { Article } from '../contract.ts'
import { ArticleBanner } from './article-banner.tsx'

/** What a card shows of an article. */
export type CardArticle = Pick<
  Article,
  'author' | 'banner' | 'category' | 'description' | 'done_at' | 'id' | 'slug' | 'title'
>

type ArticleCardProps = {
  article: CardArticle
  /** A shortened title, for cards with little space. */
  title?: string
  /** Whether it is the first card, which spans a wide screen. */
  isFirst?: boolean
}

/** An article in a list. The whole card is a link. */
export function ArticleCard({ article, title, isFirst = false }: ArticleCardProps) {
  return (
    <article
      className={classNames(
        'group relative flex h-full flex-col overflow-hidden rounded bg-raised shadow-low',
        'transition-[box-shadow,translate] duration-500 focus-within:shadow-high',
        'hover:-translate-y-1 hover:shadow-high',
        isFirst && 'lg:flex-row',
      )}
    >
      <ArticleBanner
        article={article}
        isFirst={isFirst}
        sizes={
          isFirst
            ? '(min-width: 64rem) 44rem, 92vw'
            : '(min-width: 80rem) 26rem, (min-width: 48rem) 31vw, 92vw'
        }
        unitPx={isFirst ? 4 : 3}
        className={classNames('aspect-[16/8]', isFirst && 'lg:aspect-auto lg:w-[55%]')}
      />
      <div
        className={classNames(
          'flex grow flex-col items-start p-5 sm:p-6',
          isFirst && 'lg:min-h-96 lg:w-[45%] lg:p-10',
        )}
      >
        <Badge tone="accent">{categoryLabels[article.category]}</Badge>
        <h3 className={classNames('wrap-anywhere mt-3 text-xl', isFirst && 'lg:mt-5 lg:text-3xl')}>
          {title ?? article.title}
        </h3>
        <p
          className={classNames('wrap-anywhere mt-2 line-clamp-4 text-muted', isFirst && 'lg:mt-4')}
        >
          {article.description}
        </p>
        <p className="wrap-anywhere mt-4 text-muted text-sm">
          <bdi className="font-semibold text-text">{article.author}</bdi>
          <span aria-hidden="true">&nbsp;· </span>
          <time dateTime={article.done_at} className="whitespace-nowrap">
            {formatDate(article.done_at)}
          </time>
        </p>
        <div className="mt-auto pt-4">
          <Link
            to={`/insights/${article.slug}`}
            className="inline-flex min-h-8 items-center gap-2 font-semibold text-primary after:absolute after:inset-0 group-hover:underline"
          >
            Read More
            <VisuallyHidden>: {article.title}</VisuallyHidden>
            <Arrow />
          </Link>
        </div>
      </div>
    </article>
  )
}

function Arrow() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 12"
      className="h-3 w-5 fill-none stroke-2 stroke-current transition-transform duration-500 group-hover:translate-x-1"
    >
      <path d="M0 6h18m-5-5 5 5-5 5" />
    </svg>
  )
}

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const

/** Placeholders for cards that are loading. */
export function ArticleSkeletons({ count }: { count: 3 | 6 }) {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>Loading articles...</VisuallyHidden>
      <div className="grid gap-6 md:grid-cols-3">
        {places.slice(0, count).map((place) => (
          <div
            key={place}
            data-skeleton-card
            className="overflow-hidden rounded bg-raised shadow-low"
          >
            <Skeleton className="aspect-[16/8] w-full rounded-none" />
            <div className="p-5 sm:p-6">
              <Skeleton className="h-6 w-32 rounded-full" />
              <Skeleton className="mt-4 h-6 w-11/12" />
              <Skeleton className="mt-2 h-6 w-2/3" />
              <SkeletonText lines={4} />
              <Skeleton className="mt-6 h-5 w-28" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
