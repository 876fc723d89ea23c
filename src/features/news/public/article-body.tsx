import { useState } from 'react'
import type { Article } from '../contract.ts'

const bodyId = 'article-body'

/**
 * An article's HTML, sanitized by the server. The page contains it once: on hydration `html` is undefined, and the
 * body is read from the DOM. Its `key` must be the article.
 */
export function ArticleBody({ html }: { html: string | undefined }) {
  const [inPage] = useState(() =>
    html === undefined && typeof document !== 'undefined'
      ? (document.getElementById(bodyId)?.innerHTML ?? '')
      : '',
  )
  const shown = html === undefined ? inPage : withScrollers(html)
  return (
    <div
      id={bodyId}
      className="prose"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets through a strict list of tags alone
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  )
}

/** Wraps wide tables and code in scroll containers that are reachable by keyboard. */
const withScrollers = (html: string) =>
  html
    .replaceAll('<table', '<section class="scroller" aria-label="Table" tabindex="0"><table')
    .replaceAll('</table>', '</table></section>')
    .replaceAll('<pre>', '<pre tabindex="0">')

export function ArticleTags({ tags }: { tags: Article['tags'] }) {
  const names = tags.length > 0 ? tags.map(({ name }) => name) : ['General']
  return (
    <ul aria-label="Tags" className="mt-12 flex flex-wrap gap-2">
      {names.map((name) => (
        <li
          key={name}
          className="wrap-anywhere rounded-sm bg-sand px-3 py-1 font-semibold text-muted text-sm ring-1 ring-line ring-inset"
        >
          #{name}
        </li>
      ))}
    </ul>
  )
}
