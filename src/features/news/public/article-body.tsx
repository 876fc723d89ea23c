import { useState } from 'react'

const bodyId = 'article-body'

/**
 * An article's HTML, which the server has made safe. The page holds it once: where the browser takes over what the
 * server rendered, `html` is undefined, and the body is read from the page. Give it the article as its `key`.
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

/** Wide tables and code scroll in a box of their own, which the keyboard reaches. */
const withScrollers = (html: string) =>
  html
    .replaceAll('<table', '<section class="scroller" aria-label="Table" tabindex="0"><table')
    .replaceAll('</table>', '</table></section>')
    .replaceAll('<pre>', '<pre tabindex="0">')
