import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import type { Draft } from '#features/news/drafts-contract.ts'
import { ArticleBody, ArticleTags } from '#features/news/public/article-body.tsx'
import { ArticleHead } from '#features/news/public/article-head.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'
import { localDay } from '#shared/company.ts'

export const handle: PageHandle = { hydratesOnLoad: true }

export const meta = () => dashboardMeta('Preview')

/**
 * A draft as its public page will show it, for the frame of the editor's preview. The server renders it empty for
 * everybody: the browser asks for the draft as the user who is signed in.
 */
export default function ArticlePreviewPage() {
  const id = Number(useParams().id)
  const [draft, setDraft] = useState<Draft>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    api.drafts.get({ id }).then(setDraft, (error) => setProblem(parseApiError(error).detail))
  }, [id])

  // Nothing on the page can be used: a link would lead the frame away.
  useEffect(() => {
    document.body.inert = true
    return () => {
      document.body.inert = false
    }
  }, [])

  if (problem) return <p className="wrap py-section">{problem}</p>
  return draft && <DraftPage draft={draft} />
}

function DraftPage({ draft }: { draft: Draft }) {
  const article = {
    ...draft,
    title: draft.title || 'Untitled',
    done_at: draft.done_at ?? localDay(new Date(draft.published_at ?? Date.now())),
    tags: draft.tags.map((name) => ({ name })),
    is_published: false,
    comments: [],
    comment_count: 0,
  }
  return (
    <article>
      <ArticleHead article={article} commentCount={0} />
      <div className="wrap pb-section">
        <div className="column mx-auto pt-10">
          <ArticleBody html={draft.content} />
          <ArticleTags tags={article.tags} />
        </div>
      </div>
    </article>
  )
}
