import { classNames } from '#ui/class-names.ts'
import { Imigongo } from '#ui/imigongo.tsx'
import type { Article } from '../contract.ts'

type ArticleBannerProps = {
  article: Pick<Article, 'banner' | 'slug'>
  /** Whether it is on the first screen, and so is loaded at once. */
  isFirst?: boolean
  unitPx?: number
  className?: string
}

/** An article's picture, or the Imigongo of its slug, which no other article has. It fills its box. */
export function ArticleBanner({ article, isFirst, unitPx = 3, className }: ArticleBannerProps) {
  return (
    <div className={classNames('overflow-hidden bg-sand', className)}>
      {article.banner ? (
        <img
          src={article.banner}
          alt=""
          loading={isFirst ? 'eager' : 'lazy'}
          className="size-full object-cover"
        />
      ) : (
        <Imigongo seed={article.slug} bands={3} unitPx={unitPx} />
      )}
    </div>
  )
}
