import { classNames } from '#ui/class-names.ts'
import { Image } from '#ui/image.tsx'
import { Imigongo } from '#ui/ornament/imigongo.tsx'
import { categoryStyles } from '../categories.ts'
import type { Article } from '../contract.ts'

type ArticleBannerProps = {
  article: Pick<Article, 'banner' | 'slug' | 'category'>
  /** Whether it is on the first screen, and so loads eagerly. */
  isFirst?: boolean
  /** The `sizes` attribute, from which browsers choose the file. */
  sizes: string
  unitPx?: number
  className?: string
}

/** The article's picture, or an Imigongo pattern generated from its slug. It fills its container. */
export function ArticleBanner(props: ArticleBannerProps) {
  const { article, isFirst = false, sizes, unitPx = 3, className } = props
  const pattern = (
    <Imigongo
      seed={article.slug}
      bands={3}
      style={categoryStyles[article.category]}
      unitPx={unitPx}
    />
  )
  return (
    <div className={classNames('overflow-hidden bg-sand', className)}>
      {article.banner ? (
        <Image
          src={article.banner}
          alt=""
          width={640}
          height={320}
          sizes={sizes}
          isFirst={isFirst}
          fallback={pattern}
          className="size-full"
        />
      ) : (
        pattern
      )}
    </div>
  )
}
